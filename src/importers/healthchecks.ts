// Healthchecks: checks of its API, which are heartbeats here.
import {
  type DocumentFields,
  draftMonitor,
  entryOf,
  fieldsIn,
  heartbeatSchedule,
  isTrue,
  listIn,
  numberIn,
  textIn,
  tokenOf,
} from './drafting.ts'
import { Fault } from '../domain/fault.ts'
import { draftChannel, skipChannel } from './channel-drafting.ts'
import { addressOf, parseJsonList, parseNamedList, timeIn } from './parsing.ts'
import {
  type ImportChange,
  type ImportedChannel,
  type ImportedMonitor,
  type ImportedOutage,
  type SkippedItem,
  setupOf,
} from './setup.ts'
import { type ImportSource, havingAny } from './source.ts'

const maxLogs = 500
const expected = 'the response of GET /api/v3/checks/ of Healthchecks'
const checksIn = (document: string): DocumentFields[] => parseJsonList(document, 'checks', expected)

export const healthchecks: ImportSource = {
  name: 'healthchecks',
  title: 'Healthchecks',
  takes: expected,
  recognizes: havingAny('checks.ping_url', '.ping_url', 'checks.unique_key', '.unique_key'),
  read: (document) => {
    const channels = parseNamedList(document, 'channels', expected)
    return setupOf([...checksIn(document).map(readCheck), ...channels.map(readChannel)])
  },
  outages: (document) => checksIn(document).flatMap(outagesOf),
  async download(credentials, send) {
    const address = addressOf(credentials, 'https://healthchecks.io')
    const headers = { 'x-api-key': credentials.apiKey }
    const get = (path: string): Promise<unknown> => send({ url: `${address}/api/v3/${path}`, headers })
    const checks: DocumentFields[] = []
    for (const check of listIn(fieldsIn(await get('checks/'))['checks']).map(fieldsIn)) {
      const id = idOf(check)
      const flips = id && checks.length < maxLogs ? await get(`checks/${encodeURIComponent(id)}/flips/`) : []
      checks.push({ ...check, flips })
    }
    // A read-only key must not list channels.
    const listed = await get('channels/').catch((error: unknown) => {
      if (error instanceof Fault) return {}
      throw error
    })
    return JSON.stringify({ checks, channels: fieldsIn(listed)['channels'] })
  },
}

/** A read-only key shows a unique key instead of the address. */
const idOf = (check: DocumentFields): string =>
  /[0-9a-f-]{36}$/.exec(textIn(check['ping_url']))?.[0] ?? textIn(check['uuid']) ?? ''

const keyOf = (check: DocumentFields): string => `healthchecks-${idOf(check) || textIn(check['unique_key'])}`

function readCheck(check: DocumentFields): ImportedMonitor {
  const changes: ImportChange[] = []
  const graceSeconds = numberIn(check['grace']) ?? 3600
  const schedule = scheduleOf(check, graceSeconds, changes)
  const keywords = (name: string): string[] =>
    textIn(check[name])
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean)
  const isFiltered = isTrue(check['filter_subject']) || isTrue(check['filter_body'])
  return draftMonitor({
    key: keyOf(check),
    sourceType: 'check',
    name: textIn(check['name']) || textIn(check['slug']),
    type: 'heartbeat',
    intervalSeconds: schedule.intervalSeconds,
    config: {
      ...schedule.config,
      allowedMethods: textIn(check['methods']) === 'POST' ? 'post' : undefined,
      slug: /^[a-z0-9][a-z0-9_-]*$/.test(textIn(check['slug'])) ? textIn(check['slug']) : undefined,
      ...(isFiltered && {
        keywordSource: isTrue(check['filter_subject']) ? 'subject' : 'body',
        startKeywords: keywords('start_kw'),
        successKeywords: keywords('success_kw'),
        failKeywords: keywords('failure_kw'),
      }),
      resumeOnPing: isTrue(check['manual_resume']) ? undefined : true,
    },
    tags: textIn(check['tags']).split(/\s+/).filter(Boolean),
    description: textIn(check['desc']),
    isPaused: textIn(check['status']) === 'paused',
    token: tokenOf(idOf(check), changes),
    channels: textIn(check['channels']).split(',').filter(Boolean).map(channelKey),
    changes,
  })
}

const channelKey = (id: string): string => `healthchecks-channel-${id.trim()}`

/** Its API lists channels without their settings. */
function readChannel(channel: DocumentFields): ImportedChannel | SkippedItem {
  const sourceType = textIn(channel['kind'])
  const item = { key: channelKey(textIn(channel['id'])), name: textIn(channel['name']) || sourceType, sourceType }
  const type = entryOf(kinds, sourceType)
  return type
    ? draftChannel({ ...item, type, config: {} })
    : skipChannel(item, `Lapwing has no channel for ${sourceType}`)
}

/** Their names of channels, and ours. */
const kinds: Readonly<Record<string, string>> = {
  email: 'email',
  webhook: 'webhook',
  slack: 'slack',
  discord: 'discord',
  mattermost: 'mattermost',
  rocketchat: 'rocketchat',
  msteamsw: 'teams',
  googlechat: 'googlechat',
  telegram: 'telegram',
  matrix: 'matrix',
  zulip: 'zulip',
  signal: 'signal',
  sms: 'twilio_sms',
  ntfy: 'ntfy',
  gotify: 'gotify',
  po: 'pushover',
  pushbullet: 'pushbullet',
  pd: 'pagerduty',
  opsgenie: 'opsgenie',
  victorops: 'splunk_oncall',
  apprise: 'apprise',
}

function scheduleOf(check: DocumentFields, graceSeconds: number, changes: ImportChange[]) {
  const expression = textIn(check['schedule'])
  if (!expression)
    return heartbeatSchedule({ periodSeconds: numberIn(check['timeout']) ?? 86_400, graceSeconds }, changes)
  const isCron = /^\S+(\s+\S+){4}$/.test(expression) && !/[.:~]/.test(expression)
  const schedule = isCron
    ? { scheduleType: 'cron', cronExpression: expression }
    : { scheduleType: 'oncalendar', onCalendar: expression }
  const timezone = textIn(check['tz']) || undefined
  return { intervalSeconds: 86_400, config: { ...schedule, timezone, graceSeconds } }
}

/** Flips are listed newest first. */
function outagesOf(check: DocumentFields): ImportedOutage[] {
  const outages: ImportedOutage[] = []
  let startedAt: Date | null = null
  for (const flip of listIn(check['flips']).map(fieldsIn).toReversed()) {
    const at = timeIn(flip['timestamp'])
    if (at === null) continue
    if (!isTrue(flip['up'])) startedAt ??= at
    else if (startedAt !== null) {
      outages.push({ key: keyOf(check), startedAt, endedAt: at, message: 'no check-in' })
      startedAt = null
    }
  }
  return startedAt === null
    ? outages
    : [...outages, { key: keyOf(check), startedAt, endedAt: null, message: 'no check-in' }]
}
