// Gatus: the endpoints and alerting providers of its YAML file, and the outages that its API lists.
import { type DomainWatch, domainMonitors, domainOf } from './domain-monitors.ts'
import {
  type DocumentFields,
  type ReadSourceType,
  draftMonitor,
  entryOf,
  fieldsIn,
  heartbeatSchedule,
  hostPort,
  isFields,
  isTrue,
  listIn,
  numberIn,
  skipMonitor,
  textIn,
  timeoutWithin,
  tokenOf,
} from './drafting.ts'
import { type GatusAlerting, readAlerting, variableIn } from './gatus-alerting.ts'
import { expectedRecords, expiryCondition, noteCondition, requestConditions } from './gatus-conditions.ts'
import { readGatusOutages } from './gatus-outages.ts'
import { durationSeconds, headerList, parseYamlDocument } from './parsing.ts'
import { type ImportChange, type ImportedMonitor, type SkippedItem, setupOf } from './setup.ts'
import { type ImportSource, havingAny } from './source.ts'
import { mapRequest } from './web-request.ts'

const expected = 'the YAML configuration of Gatus'

export const gatus: ImportSource = {
  name: 'gatus',
  title: 'Gatus',
  takes: expected,
  recognizes: havingAny('endpoints', 'external-endpoints', 'suites', '.results', 'endpoints.results'),
  read(document) {
    const config = parseYamlDocument(document, expected)
    const part = (name: string): DocumentFields[] => listIn(config[name]).filter(isFields)
    const alerting = readAlerting(fieldsIn(config['alerting']))
    const domains: DomainWatch[] = []
    const monitors = [
      ...part('endpoints').map((endpoint) => readEndpoint(endpoint, alerting, domains)),
      ...domainMonitors('gatus', domains),
      ...part('external-endpoints').map((endpoint) => readExternal(endpoint, alerting)),
      ...part('suites').map((suite) =>
        skipMonitor(itemOf(suite, 'suite'), 'suites are not imported; an api monitor with steps does the same', 'api'),
      ),
    ]
    // Overrides of endpoints are channels, too, so endpoints are read first.
    return setupOf([...monitors, ...alerting.channels])
  },
  outages: readGatusOutages,
}

/** Gatus itself makes the key of an endpoint like this. */
function itemOf(endpoint: DocumentFields, sourceType: string) {
  const safe = (text: string): string =>
    text
      .trim()
      .toLowerCase()
      .replace(/[/_,.#\s+&]/g, '-')
  const [group, name] = [textIn(endpoint['group']), textIn(endpoint['name'])]
  return { key: `gatus-${safe(group)}_${safe(name)}`, name, sourceType }
}

function readEndpoint(
  endpoint: DocumentFields,
  alerting: GatusAlerting,
  domains: DomainWatch[],
): ImportedMonitor | SkippedItem {
  const url = textIn(endpoint['url'])
  const sourceType = isFields(endpoint['dns']) ? 'dns' : (/^(\w+):\/\//.exec(url)?.[1]?.toLowerCase() ?? 'unknown')
  const item = itemOf(endpoint, sourceType)
  const variable = variableIn({ ...endpoint, alerts: null })
  if (variable) return skipMonitor(item, `it uses ${variable}, a variable of Gatus; fill it in and import it again`)
  const read = entryOf(readers, sourceType)
  if (!read)
    return skipMonitor(
      item,
      `Lapwing has no type for ${sourceType} endpoints of Gatus`,
      sourceType === 'ssh' ? 'tcp' : null,
    )
  const changes: ImportChange[] = []
  const { text, days, others } = expiryCondition(conditionsOf(endpoint), '[DOMAIN_EXPIRATION]')
  const matched = read({ ...endpoint, conditions: others }, changes)
  const { channels, threshold } = alerting.alertsOf(endpoint, item.key)
  const intervalSeconds = durationSeconds(endpoint['interval']) ?? 60
  const isPaused = endpoint['enabled'] === false
  const domain = days === null ? null : domainOf(matched.target ?? url, text, changes)
  if (domain !== null) domains.push({ domain, days, intervalSeconds, isPaused, channels })
  return draftMonitor({
    ...item,
    intervalSeconds,
    ...matched,
    config: { confirmationThreshold: threshold, ...matched.config },
    tags: textIn(endpoint['group']) ? [`group:${textIn(endpoint['group'])}`] : [],
    isPaused,
    channels,
    changes,
  })
}

const conditionsOf = (endpoint: DocumentFields): string[] => listIn(endpoint['conditions']).map(textIn)
const bare = (endpoint: DocumentFields): string =>
  textIn(endpoint['url'])
    .replace(/^\w+:\/\//, '')
    .replace(/\/$/, '')
const timeoutOf = (endpoint: DocumentFields, changes: ImportChange[]) =>
  timeoutWithin(durationSeconds(fieldsIn(endpoint['client'])['timeout']) ?? 10, changes)

/** Types whose only condition here is that they connect. */
const connecting =
  (type: string, config: DocumentFields = {}): ReadSourceType =>
  (endpoint, changes) => {
    for (const condition of conditionsOf(endpoint))
      if (!/^\s*\[CONNECTED\]\s*==\s*true\s*$/.test(condition)) noteCondition(condition, changes)
    return { type, target: bare(endpoint), config: { ...config, timeoutSeconds: timeoutOf(endpoint, changes) } }
  }

/** Gatus asks for the health of the whole server, and may compare it. */
const readHealth: ReadSourceType = (endpoint, changes) => {
  const isHealthy = (text: string): boolean => /^\s*\[BODY\](\.status)?\s*==\s*SERVING\s*$/.test(text)
  const conditions = conditionsOf(endpoint).filter((text) => !isHealthy(text))
  const verifyTls = isTrue(fieldsIn(endpoint['client'])['insecure']) ? false : undefined
  const matched = connecting('grpc', { verifyTls })({ ...endpoint, conditions }, changes)
  return { ...matched, target: textIn(endpoint['url']) }
}

const readRequest: ReadSourceType = (endpoint, changes) => {
  const client = fieldsIn(endpoint['client'])
  const oauth = fieldsIn(client['oauth2'])
  if (textIn(client['proxy-url']))
    changes.push({ field: 'proxy', from: 'a proxy', to: 'none', reason: 'checks connect directly' })
  return mapRequest(
    {
      url: textIn(endpoint['url']),
      method: textIn(endpoint['method']),
      headers: headerList(endpoint['headers']),
      body: isTrue(endpoint['graphql'])
        ? JSON.stringify({ query: textIn(endpoint['body']) })
        : textIn(endpoint['body']),
      contentType: isTrue(endpoint['graphql']) ? 'application/json' : undefined,
      login: isFields(client['oauth2'])
        ? {
            kind: 'oauth',
            tokenUrl: textIn(oauth['token-url']),
            clientId: textIn(oauth['client-id']),
            clientSecret: textIn(oauth['client-secret']),
            scopes: listIn(oauth['scopes']).map(textIn).join(' '),
          }
        : null,
      verifyTls: !isTrue(client['insecure']),
      followRedirects: !isTrue(client['ignore-redirect']),
      timeoutSeconds: durationSeconds(client['timeout']) ?? 10,
      ...requestConditions(conditionsOf(endpoint), changes),
    },
    changes,
  )
}

const readers: Readonly<Record<string, ReadSourceType>> = {
  http: readRequest,
  https: readRequest,
  tcp: connecting('tcp'),
  tls: (endpoint, changes) => {
    const { days, others } = expiryCondition(conditionsOf(endpoint), '[CERTIFICATE_EXPIRATION]')
    if (days === null) return connecting('tcp', { tls: true })(endpoint, changes)
    const insecure = isTrue(fieldsIn(endpoint['client'])['insecure']) || undefined
    const matched = connecting('ssl', { insecure })({ ...endpoint, conditions: others }, changes)
    return { ...matched, rules: [{ defaultRule: 'SSL Expiry Warning', value: String(days) }] }
  },
  icmp: connecting('icmp'),
  udp: (endpoint, changes) => {
    const matched = connecting('udp')(endpoint, changes)
    return { ...matched, config: { ...matched.config, query: textIn(endpoint['body']) || ' ' } }
  },
  ws: (endpoint, changes) => ({ ...connecting('websocket')(endpoint, changes), target: textIn(endpoint['url']) }),
  wss: (endpoint, changes) => ({ ...connecting('websocket')(endpoint, changes), target: textIn(endpoint['url']) }),
  grpc: readHealth,
  grpcs: readHealth,
  starttls: connecting('smtp', { checkOpenRelay: false, checkPtr: false }),
  dns: (endpoint, changes) => {
    const { 'query-name': name, 'query-type': type } = fieldsIn(endpoint['dns'])
    const [host = '', port] = bare(endpoint).split(':')
    const records = expectedRecords(conditionsOf(endpoint), changes)
    const config = {
      queryType: textIn(type) || 'A',
      resolver: hostPort(host, numberIn(port ?? null)),
      expectedValues: records.length > 0 ? records : undefined,
    }
    return { type: 'dns', target: textIn(name).replace(/\.$/, ''), config }
  },
}

/** Gatus gets its reports at another path, with the key of the endpoint, so the address changes. */
function readExternal(endpoint: DocumentFields, alerting: GatusAlerting): ImportedMonitor | SkippedItem {
  const changes: ImportChange[] = []
  const item = itemOf(endpoint, 'external')
  const period = durationSeconds(fieldsIn(endpoint['heartbeat'])['interval'])
  if (!period) return skipMonitor(item, 'it has no heartbeat interval, so nothing can be missed', 'heartbeat')
  return draftMonitor({
    ...item,
    type: 'heartbeat',
    ...heartbeatSchedule({ periodSeconds: period, graceSeconds: 0 }, changes),
    tags: textIn(endpoint['group']) ? [`group:${textIn(endpoint['group'])}`] : [],
    isPaused: endpoint['enabled'] === false,
    token: tokenOf(null, changes),
    channels: alerting.alertsOf(endpoint, item.key).channels,
    changes,
  })
}
