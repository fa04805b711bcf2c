// The HTML and text of alert emails, also for phones and dark mode.
import type { Alert } from '../../domain/notifying/alert.ts'
import { factsWithin, plainText } from './alert-facts.ts'
import { type AlertTone, body, colour, heading, pageText, timeText, title, tone } from './alert-text.ts'
import { type AlertWord, languageOf, say } from './alert-words.ts'
import { cut, escapeHtml, oneLine } from './escape.ts'
import type { ReplyLink } from './reply-links.ts'

const maxText = 20_000

/** `links` are for one recipient; everyone who gets the email can use them. */
export function textFor(alert: Alert, links: readonly ReplyLink[] = []): string {
  const replies = links.map(({ label, url }) => `\n${label}: ${url}`).join('')
  const first = [...new Set([heading(alert), body(alert)])].join('\n\n')
  return `${plainText(alert, maxText, `${first}\n`)}\n${replies}\n-- \n${signature(alert)}\n`
}

export function htmlFor(alert: Alert, links: readonly ReplyLink[] = []): string {
  return `<!doctype html>
<html lang="${languageOf(alert)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${cut(title(alert), 500, escapeHtml)}</title>
<style>${styleSheet}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f2f4f7;">
<div style="display:none;max-height:0;overflow:hidden;">${preview(alert)}</div>
<table ${layout} class="page" style="background:#f2f4f7;">
<tr><td align="center" style="padding:24px 12px;">
<table ${layout} class="card" style="${styles.card}">
<tr><td style="${styles.stripe}background:${colour[tone(alert)]};">&nbsp;</td></tr>
${[opening(alert), buttons(alert, links), table(alert), closing(alert)].filter((row) => row !== '').join('\n')}
</table>
</td></tr>
</table>
</body>
</html>
`
}

const layout = 'role="presentation" width="100%" cellpadding="0" cellspacing="0"'
const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Inline, because some mail programs ignore style sheets. */
const styles = {
  card: `max-width:600px;background:#ffffff;border-radius:8px;overflow:hidden;font-family:${font};`,
  stripe: 'height:5px;line-height:5px;font-size:0;',
  label: 'margin:0 0 12px;font-size:13px;line-height:1.5;font-weight:600;word-break:break-word;',
  heading: 'margin:0 0 12px;font-size:22px;line-height:1.3;font-weight:700;color:#101828;word-break:break-word;',
  message: 'margin:0;font-size:15px;line-height:1.5;color:#344054;word-break:break-word;',
  name: 'padding:5px 0;font-size:14px;line-height:1.45;vertical-align:top;width:120px;color:#667085;',
  value: 'padding:5px 0;font-size:14px;line-height:1.45;vertical-align:top;color:#101828;word-break:break-word;',
  button:
    'display:inline-block;margin:0 8px 8px 0;padding:11px 18px;border-radius:8px;border:1px solid;font-size:15px;font-weight:600;text-decoration:none;',
  footer: 'margin:0;font-size:12px;line-height:1.5;color:#667085;word-break:break-word;',
}

/** Dark mode and narrow screens, for the mail programs that support them. */
const styleSheet = `
@media (prefers-color-scheme: dark) {
  .page { background: #0c111d !important; }
  .card { background: #161b26 !important; }
  .ink { color: #f5f5f6 !important; }
  .faint { color: #94969c !important; }
  .critical { color: #ff8a80 !important; }
  .warning { color: #fdb022 !important; }
  .update, .acknowledged { color: #84adff !important; }
  .resolved { color: #47cd89 !important; }
  .test { color: #94969c !important; }
  .line { border-color: #333741 !important; }
}
@media (max-width: 480px) {
  .inside { padding-left: 20px !important; padding-right: 20px !important; }
  .cell { display: block !important; width: auto !important; padding-bottom: 0 !important; }
  .cell + .cell { padding-top: 2px !important; padding-bottom: 6px !important; }
}
`

const toneLabels: Readonly<Record<AlertTone, AlertWord>> = {
  critical: 'Critical',
  warning: 'Warning',
  update: 'Update',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
  test: 'Test',
}

/** The preview that mailboxes show next to the subject, which stays the same for all emails of an outage. */
function preview(alert: Alert): string {
  return cut([oneLine(title(alert)), oneLine(body(alert))].join(' · '), 200, escapeHtml)
}

function opening(alert: Alert): string {
  const sort = tone(alert)
  const page = pageText(alert)
  const text = page === null ? body(alert) : body(alert).slice(page.length).trim()
  const paragraph = `<p class="ink" style="${styles.message}">${cut(text, 4000, escapeHtml).replaceAll('\n', '<br>')}</p>`
  return `<tr><td class="inside" style="padding:24px 32px 16px;">
<p class="${sort}" style="${styles.label}color:${colour[sort]};">${escapeHtml(page ?? say(alert, toneLabels[sort]))}</p>
<h1 class="ink" style="${styles.heading}">${cut(heading(alert), 500, escapeHtml)}</h1>
${text === '' || text === heading(alert) ? '' : paragraph}
</td></tr>`
}

function table(alert: Alert): string {
  const rows = factsWithin(alert, { short: 500, long: 2000 }, escapeHtml).map(
    ({ label, value }) => `<tr>
<td class="cell faint" width="120" style="${styles.name}">${label}</td>
<td class="cell ink" style="${styles.value}">${value}</td>
</tr>`,
  )
  if (rows.length === 0) return ''
  return `<tr><td class="inside" style="padding:4px 32px 16px;">
<table ${layout}>
${rows.join('\n')}
</table>
</td></tr>`
}

/** The first reply is the large button; without replies, the link to the incident is. */
function buttons(alert: Alert, links: readonly ReplyLink[]): string {
  const { url } = alert.incident
  const [first, ...more] = [
    ...links,
    ...(url ? [{ label: say(alert, links.length > 0 ? 'Open' : 'View incident'), url }] : []),
  ]
  if (!first) return ''
  const fill = `background:${colour[tone(alert)]};border-color:${colour[tone(alert)]};color:#ffffff;`
  const others = more.map(
    (link) =>
      `<a class="ink line" href="${escapeHtml(link.url)}" style="${styles.button}border-color:#d0d5dd;color:#101828;">${link.label}</a>`,
  )
  return `<tr><td class="inside" style="padding:0 32px 16px;">
${[`<a href="${escapeHtml(first.url)}" style="${styles.button}${fill}">${first.label}</a>`, ...others].join('\n')}
</td></tr>`
}

function closing(alert: Alert): string {
  const own = ownPaging(alert)
  const link =
    own === null
      ? ''
      : ` · <a class="faint" href="${escapeHtml(own)}" style="color:#667085;">${say(alert, 'How I am paged')}</a>`
  return `<tr><td class="inside line" style="padding:16px 32px 20px;border-top:1px solid #eaecf0;">
<p class="faint" style="${styles.footer}">${escapeHtml(signature(alert))}${link}</p>
</td></tr>`
}

/** Where the person who is paged changes how. */
function ownPaging({ incident, page }: Alert): string | null {
  return incident.url !== null && page?.person ? `${new URL(incident.url).origin}/settings/me/paging` : null
}

function signature(alert: Alert): string {
  const { organization, incident, page } = alert
  const why = page
    ? say(alert, 'You get this because you are paged.')
    : say(alert, 'You get this because you are in a contact group of this organization.')
  const which = alert.test || alert.missed ? [timeText(alert, alert.at)] : [say(alert, 'incident {0}', incident.id)]
  return [cut(oneLine(organization.name), 200), ...which, why].join(' · ')
}
