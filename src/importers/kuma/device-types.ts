// Uptime Kuma's monitors of devices, logins and brokers: SNMP, RADIUS, MQTT and RabbitMQ.
import { type DocumentFields, entryOf, hostPort, numberIn, textIn, timeoutWithin } from '../drafting.ts'
import type { ImportChange, ImportedRule } from '../setup.ts'
import { escapePattern, rule } from '../web-request.ts'
import type { KumaMatch } from './monitors.ts'

export const addressOf = (monitor: DocumentFields): string =>
  hostPort(textIn(monitor['hostname']), numberIn(monitor['port']))

export const seconds = (monitor: DocumentFields, changes: ImportChange[]): number | undefined =>
  timeoutWithin(numberIn(monitor['timeout']) ?? 0, changes)

export function readSnmp(monitor: DocumentFields, changes: ImportChange[]): KumaMatch {
  const version = textIn(monitor['snmp_version'])
  if (version === '1')
    changes.push({ field: 'version', from: '1', to: '2c', reason: 'Lapwing speaks versions 2c and 3' })
  const username = textIn(monitor['snmp_v3_username'])
  // Kuma keeps the community in a column of another type.
  const community = textIn(monitor['radius_password']) || undefined
  const login = version === '3' ? { version, username } : { community }
  const { pattern, rules } = expected(monitor, changes)
  const oid = textIn(monitor['snmp_oid']).replace(/^\./, '')
  const config = {
    ...login,
    oids: [{ name: 'Value', oid, ...(pattern && { pattern }) }],
    timeoutSeconds: seconds(monitor, changes),
  }
  return { type: 'snmp', target: addressOf(monitor), config, rules }
}

/** A rule fires when Kuma's comparison does not hold. */
const opposites: Readonly<Record<string, string>> = {
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
  '==': '!=',
  '!=': '==',
}

interface ExpectedValue {
  readonly pattern?: string
  readonly rules?: readonly ImportedRule[]
}

function expected(monitor: DocumentFields, changes: ImportChange[]): ExpectedValue {
  const value = textIn(monitor['expected_value'])
  const operator = textIn(monitor['json_path_operator']) || '=='
  const path = textIn(monitor['json_path'])
  if (value === '') return {}
  if (['', '$'].includes(path)) {
    const opposite = entryOf(opposites, operator)
    if (opposite && Number.isFinite(Number(value)))
      return { rules: [rule('Unexpected Value', "metrics['snmp.value.value']", [opposite, value], 'critical')] }
    if (operator === '==') return { pattern: `^${escapePattern(value)}$` }
    if (operator === 'contains') return { pattern: escapePattern(value) }
  }
  changes.push({
    field: 'expected value',
    from: `${path} ${operator} ${value}`,
    to: 'any value',
    reason: 'texts are compared with ==, contains and $ only; set a pattern of the value',
  })
  return {}
}

export function readRadius(monitor: DocumentFields, changes: ImportChange[]): KumaMatch {
  const [secret, username, password, calledStationId, callingStationId] = (
    ['secret', 'username', 'password', 'called_station_id', 'calling_station_id'] as const
  ).map((column) => textIn(monitor[`radius_${column}`]) || undefined)
  changes.push({
    field: 'Message-Authenticator',
    from: 'not verified',
    to: 'not required',
    reason: 'responses without it can be forged: require it once your server sends it',
  })
  const stations = { calledStationId, callingStationId }
  const login = { secret, username, password, requireMessageAuthenticator: false }
  return {
    type: 'radius',
    target: addressOf(monitor),
    config: { ...login, ...stations, timeoutSeconds: seconds(monitor, changes) },
  }
}

/** The hostname may have a scheme. */
export function readMqtt(monitor: DocumentFields, changes: ImportChange[]): KumaMatch | string {
  const [, scheme = 'mqtt', hostname = ''] = /^(?:(\w+):\/\/)?(.*)$/.exec(textIn(monitor['hostname'])) ?? []
  if (/^(ws|http)/.test(scheme) || textIn(monitor['mqtt_websocket_path']))
    return 'its broker is reached over WebSocket, and Lapwing speaks MQTT over TCP and TLS'
  const [topic, username, password] = ['topic', 'username', 'password'].map(
    (column) => textIn(monitor[`mqtt_${column}`]) || undefined,
  )
  const config = {
    tlsMode: scheme === 'mqtts' ? 'required' : 'none',
    username,
    password,
    topic,
    ...expectedMessage(monitor, changes),
    timeoutSeconds: timeoutWithin((numberIn(monitor['interval']) ?? 60) * 0.8, []),
  }
  return { type: 'mqtt', target: hostPort(hostname, numberIn(monitor['port'])), config }
}

function expectedMessage(monitor: DocumentFields, changes: ImportChange[]): DocumentFields {
  const isQuery = textIn(monitor['mqtt_check_type']) === 'json-query'
  const text = textIn(monitor[isQuery ? 'expected_value' : 'mqtt_success_message'])
  if (!isQuery) return { expectValueRegexp: text ? escapePattern(text) : undefined }
  const path = textIn(monitor['json_path'])
  if (/^(\$\.?)?[\w.[\]]*$/.test(path))
    return { valuePath: path.startsWith('$') ? path : `$.${path}`, expectValueRegexp: `^${escapePattern(text)}$` }
  changes.push({
    field: 'JSON query',
    from: `${path} is ${text}`,
    to: 'any message',
    reason: 'only paths such as data.items[0].id are imported',
  })
  return {}
}

/** Kuma asks each node's management API until one has no alarms. */
export function readRabbitmq(monitor: DocumentFields, changes: ImportChange[]): KumaMatch | string {
  const nodes = textIn(monitor['rabbitmq_nodes']).match(/https?:\/\/[^"\s,\]]+/g) ?? []
  const [first, ...others] = nodes
  if (!first) return 'it names no node'
  if (others.length > 0)
    changes.push({ field: 'nodes', from: nodes.join(', '), to: first, reason: 'a monitor asks one node' })
  const [authUsername, authPassword] = [textIn(monitor['rabbitmq_username']), textIn(monitor['rabbitmq_password'])]
  const login = authUsername ? { authType: 'basic', authUsername, authPassword } : {}
  const target = `${first.replace(/\/+$/, '')}/api/health/checks/alarms`
  return { type: 'api', target, config: { ...login, timeoutSeconds: seconds(monitor, changes) } }
}
