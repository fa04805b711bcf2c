// Notifications of Uptime Kuma that we have no channel for, and the channel that comes closest.

/** Apprise sends to these. */
const throughApprise = new Set([
  'AliyunSMS',
  'Bark',
  'CallMeBot',
  'clicksendsms',
  'Elks',
  'FreeMobile',
  'HomeAssistant',
  'Kook',
  'lunasea',
  'nextcloudtalk',
  'plivo',
  'PushByTechulus',
  'PushDeer',
  'PushPlus',
  'pushy',
  'ServerChan',
  'SevenIO',
  'SIGNL4',
  'SMSEagle',
  'SMSManager',
  'threema',
  'WeCom',
  'whapi',
  'WxPusher',
])

/** These take a request of any form. */
const throughRequests = new Set([
  'alerta',
  'AlertNow',
  'Bitrix24',
  'FlashDuty',
  'Flowtriq',
  'fluxer',
  'GoAlert',
  'GoogleSheets',
  'HaloPSA',
  'HeiiOnCall',
  'Keep',
  'notifery',
  'PagerTree',
  'pumble',
  'squadcast',
  'stackfield',
  'YZJ',
  'ZohoCliq',
])

export function nearestChannel(sourceType: string): string | null {
  if (sourceType === 'JiraServiceManagement') return 'opsgenie'
  if (throughApprise.has(sourceType)) return 'apprise'
  return throughRequests.has(sourceType) ? 'template' : null
}
