// The alerting providers of Gatus as channels of ours: one for each provider, and one for each override of a group or
// an endpoint.
import { type ReadChannelKind, draftChannel, noteFormat, peopleIn, skipChannel } from './channel-drafting.ts'
import { type DocumentFields, entryOf, fieldsIn, isFields, listIn, numberIn, textIn } from './drafting.ts'
import type { ImportChange, ImportedChannel, SkippedItem } from './setup.ts'

export interface GatusAlerting {
  readonly channels: readonly (ImportedChannel | SkippedItem)[]
  /** What the alerts of an endpoint become: the keys of its channels, and the failures in a row that alert. */
  readonly alertsOf: (endpoint: DocumentFields, key: string) => GatusAlerts
}

interface GatusAlerts {
  readonly channels: readonly string[]
  readonly threshold: number | undefined
}

const usualThreshold = 3

export function readAlerting(alerting: DocumentFields): GatusAlerting {
  const channels = new Map<string, ImportedChannel | SkippedItem>()
  const add = (key: string, name: string, provider: string, settings: DocumentFields): string => {
    if (!channels.has(key)) channels.set(key, readProvider({ key, name, sourceType: provider }, settings))
    return key
  }
  for (const [provider, settings] of Object.entries(alerting))
    if (isFields(settings)) add(keyOf(provider), provider, provider, settingsOf(settings))
  return {
    get channels() {
      return [...channels.values()]
    },
    alertsOf(endpoint, endpointKey) {
      const alerts = listIn(endpoint['alerts']).map((alert) => {
        const { type, ...own } = fieldsIn(alert)
        const provider = fieldsIn(entryOf(alerting, textIn(type)))
        return { provider: textIn(type), settings: provider, ...fieldsIn(provider['default-alert']), ...own }
      })
      const active = alerts.filter((alert) => (alert as DocumentFields)['enabled'] !== false)
      const group = textIn(endpoint['group'])
      const keys = active.flatMap(({ provider, settings, ...alert }) => {
        if (!Object.hasOwn(alerting, provider)) return []
        const ofGroup = listIn(settings['overrides'])
          .map(fieldsIn)
          .find((one) => textIn(one['group']) === group)
        const ofAlert = (alert as DocumentFields)['provider-override']
        const merged = { ...settingsOf(settings), ...settingsOf(ofGroup ?? {}), ...fieldsIn(ofAlert) }
        if (isFields(ofAlert))
          return [
            add(`${keyOf(provider)}-${endpointKey}`, `${provider} for ${textIn(endpoint['name'])}`, provider, merged),
          ]
        if (ofGroup) return [add(`${keyOf(provider)}-${group}`, `${provider} for ${group}`, provider, merged)]
        return [keyOf(provider)]
      })
      const [first] = active as DocumentFields[]
      const threshold = first && (numberIn(first['failure-threshold']) || usualThreshold)
      return { channels: [...new Set(keys)], threshold }
    },
  }
}

const keyOf = (provider: string): string => `gatus-alerting-${provider}`

const settingsOf = ({ 'default-alert': _alert, overrides: _overrides, group: _group, ...settings }: DocumentFields) =>
  settings

type ProviderItem = Pick<ImportedChannel, 'key' | 'name' | 'sourceType'>

function readProvider(item: ProviderItem, settings: DocumentFields): ImportedChannel | SkippedItem {
  const read = entryOf(readers, item.sourceType)
  const reason = entryOf(reasons, item.sourceType) ?? `Lapwing has no channel for ${item.sourceType}`
  if (!read) return skipChannel(item, reason, entryOf(nearest, item.sourceType) ?? null)
  const changes: ImportChange[] = []
  return draftChannel({ ...item, ...read(withoutVariables(settings, changes), changes), changes })
}

/** Gatus fills in variables of its environment, which the file does not have. */
function withoutVariables(settings: DocumentFields, changes: ImportChange[]): DocumentFields {
  return Object.fromEntries(
    Object.entries(settings).filter(([field, value]) => {
      const variable = variableIn(value)
      if (variable)
        changes.push({ field, from: variable, to: '', reason: 'a variable of Gatus; enter its value yourself' })
      return !variable
    }),
  )
}

/** A variable in any text of a value, such as `${TOKEN}`; `$$` stands for a dollar sign. */
export const variableIn = (value: unknown): string | undefined =>
  /(?<!\$)(?:\$\$)*(\$\{?[A-Z_][A-Z0-9_]*\}?)/.exec(JSON.stringify(value) ?? '')?.[1]

const copying =
  (type: string, keys: Readonly<Record<string, string>>): ReadChannelKind =>
  (settings) => ({
    type,
    config: Object.fromEntries(Object.entries(keys).map(([key, from]) => [key, textIn(settings[from])])),
  })

const hook = { url: 'webhook-url' }
const texts = (value: unknown): string[] => (Array.isArray(value) ? value : textIn(value).split(',')).map(textIn)

const readers: Readonly<Record<string, ReadChannelKind>> = {
  slack: copying('slack', hook),
  'teams-workflows': copying('teams', hook),
  googlechat: copying('googlechat', hook),
  mattermost: copying('mattermost', { ...hook, channel: 'channel' }),
  rocketchat: copying('rocketchat', { ...hook, channel: 'channel' }),
  zapier: copying('zapier', hook),
  n8n: copying('zapier', hook),
  matrix: (settings) => ({
    type: 'matrix',
    config: {
      url: textIn(settings['server-url']) || 'https://matrix-client.matrix.org',
      access_token: textIn(settings['access-token']),
      room: textIn(settings['internal-room-id']),
    },
  }),
  pagerduty: copying('pagerduty', { routing_key: 'integration-key' }),
  'incident-io': (settings) => {
    const url = URL.parse(textIn(settings['url']))
    const config = { source_id: url?.pathname.split('/').at(-1), token: textIn(settings['auth-token']) }
    return { type: 'incident_io', config: { ...config, url: url?.origin } }
  },
  ntfy: copying('ntfy', { url: 'url', topic: 'topic', token: 'token' }),
  zulip: (settings, changes) => {
    changes.push({
      field: 'channel',
      from: `channel ${textIn(settings['channel-id'])}`,
      to: '',
      reason: 'Gatus knows the id of the channel, and Lapwing needs its name',
    })
    const domain = textIn(settings['domain'])
    const config = { bot_email: textIn(settings['bot-email']), api_key: textIn(settings['bot-api-key']) }
    return { type: 'zulip', config: { ...config, url: domain && `https://${domain}` } }
  },
  discord: (settings) => ({
    type: 'discord',
    config: { url: textIn(settings['webhook-url']), mention: textIn(settings['message-content']) },
  }),
  email: (settings) => {
    const port = numberIn(settings['port'])
    const from = textIn(settings['from'])
    const password = textIn(settings['password'])
    const login = password ? { username: textIn(settings['username']) || from, password } : {}
    const secure = port === 465 ? 'tls' : 'starttls'
    const config = { host: textIn(settings['host']), port, secure, from, ...login }
    return { type: 'email', config, people: peopleIn(settings['to']) }
  },
  gotify: (settings) => ({
    type: 'gotify',
    config: {
      url: textIn(settings['server-url']),
      token: textIn(settings['token']),
      critical_priority: numberIn(settings['priority']),
    },
  }),
  line: (settings, changes) => {
    const [to, ...others] = texts(settings['user-ids'])
    if (others.length > 0)
      changes.push({
        field: 'user-ids',
        from: `${others.length + 1} users`,
        to: '1',
        reason: 'a channel has one receiver',
      })
    return { type: 'line', config: { access_token: textIn(settings['channel-access-token']), to } }
  },
  opsgenie: (settings) => ({
    type: 'opsgenie',
    config: { api_key: textIn(settings['api-key']), critical_priority: textIn(settings['priority']) },
  }),
  pushover: (settings) => ({
    type: 'pushover',
    config: {
      token: textIn(settings['application-token']),
      user: textIn(settings['user-key']),
      device: textIn(settings['device']),
      sound: textIn(settings['sound']),
      critical: numberIn(settings['priority']) === 2 ? 'emergency' : undefined,
    },
  }),
  signal: (settings) => ({
    type: 'signal',
    config: {
      url: textIn(settings['api-url']).replace(/\/v\d\/send\/?$/, ''),
      number: textIn(settings['number']),
      recipients: texts(settings['recipients']),
    },
  }),
  telegram: (settings) => ({
    type: 'telegram',
    config: {
      bot_token: textIn(settings['token']),
      chat_id: textIn(settings['id']),
      thread_id: numberIn(settings['topic-id']),
      url: textIn(settings['api-url']),
    },
  }),
  twilio: (settings) => ({
    type: 'twilio_sms',
    config: {
      account_sid: textIn(settings['sid']),
      auth_token: textIn(settings['token']),
      from: textIn(settings['from']),
      to: texts(settings['to']),
    },
  }),
  // Placeholders of Gatus mean nothing here, so the usual body is sent.
  custom: (settings, changes) => {
    noteFormat('Gatus', changes)
    const headers = Object.entries(fieldsIn(settings['headers'])).map(([key, value]) => ({ key, value: textIn(value) }))
    const method = textIn(settings['method']).toUpperCase() || 'GET'
    // An address with placeholders of Gatus leads nowhere.
    const url = textIn(settings['url']).includes('[') ? undefined : textIn(settings['url'])
    return { type: 'template', config: { url, method, headers } }
  },
  'aws-ses': (settings) => ({
    type: 'email',
    config: { from: textIn(settings['from']) },
    people: peopleIn(settings['to']),
  }),
  sendgrid: (settings) => ({
    type: 'email',
    config: { from: textIn(settings['from']) },
    people: peopleIn(settings['to']),
  }),
}

const reasons: Readonly<Record<string, string>> = {
  teams: 'Microsoft has retired these connectors; create a workflow in Teams',
  webex: 'Lapwing writes to Webex with the token of a bot, and Gatus has only a webhook',
}

const nearest: Readonly<Record<string, string>> = {
  teams: 'teams',
  webex: 'webex',
  ifttt: 'zapier',
  plivo: 'apprise',
  vonage: 'apprise',
  messagebird: 'apprise',
  signl4: 'apprise',
  homeassistant: 'apprise',
  github: 'template',
  gitlab: 'template',
  gitea: 'template',
  squadcast: 'template',
  datadog: 'template',
  newrelic: 'template',
  splunk: 'template',
  ilert: 'template',
  clickup: 'template',
}
