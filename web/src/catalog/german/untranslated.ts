// Texts that are the same in German: names of protocols, products and measures.
const together = `API|CDN|CLS|CMS|CPU|DNS|FCP|Favicon|HTTP(S)|Heartbeat|Host|INP|Jitter|LCP|OnCalendar|Ping|Sitemap|Stratum|TBT|TLS|TTI|Tag|URL|URLs
WebSocket|Webhook|cron
Amazon SNS|Apprise|DingTalk|Discord|Feishu / Lark|Google Chat|Gotify|Grafana OnCall|LINE|Matrix|Mattermost|Microsoft Teams|Opsgenie|PagerDuty
Pushbullet|Pushover|Rocket.Chat|Signal|Slack|Splunk On-Call|Telegram|Webex|Zapier|Zulip|incident.io|ntfy`

export const untranslated: readonly string[] = together.split(/[|\n]/)
