// Labels of containers and annotations of Kubernetes objects: `lapwing.<field>`, or `lapwing.<id>.<field>` for several
// monitors of one object. Anybody who starts a container writes them, so they can neither name nor hold a secret.
import { parseSeconds } from '../durations.ts'
import { didYouMean } from '../suggest.ts'
import type { DiscoveredMonitor, Discovery } from './discovery.ts'
import { keyOf } from './document.ts'

/** Types without scripts, and with no access to variables of the organization. */
export const labelTypes = ['http', 'tcp', 'udp', 'icmp', 'dns', 'ssl', 'websocket', 'smtp', 'ntp'] as const
/** The config fields of these types that Lapwing encrypts. */
export const secretFields = [
  'authPassword',
  'bearerToken',
  'requestBody',
  'password',
  'oauthClientSecret',
  'oauthRefreshToken',
]

export interface LabelFields extends Partial<Omit<DiscoveredMonitor, 'key'>> {
  readonly path?: string
  readonly port?: string
}

export interface DerivedTarget {
  readonly type: string
  readonly target: string
  /** Distinguishes the targets of one object. */
  readonly host?: string
}

export interface LabelledObject {
  /** Such as `container shop-web-1`. */
  readonly place: string
  /** Words that identify it for good. */
  readonly key: readonly string[]
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  /** What can be monitored if no label has a target; or why there is nothing. */
  derive(fields: LabelFields): readonly DerivedTarget[] | string
}

const prefix = 'lapwing.'
const maxLabels = 100
const maxValue = 4096

/** The monitors of an object that has labels, or of any object with something to monitor if `all` is set. */
export function monitorsOf(object: LabelledObject, all: boolean): Discovery {
  const labels = Object.entries(object.labels).filter(([name]) => name.startsWith(prefix))
  const enable = object.labels['lapwing.enable']
  const mistakes: string[] = []
  const complain = (label: string, problem: string): void => void mistakes.push(`${object.place}: ${label}: ${problem}`)
  if (enable !== undefined && !/^(true|false)$/i.test(enable)) complain('lapwing.enable', 'must be true or false')
  if (/^false$/i.test(enable ?? '') || (labels.length === 0 && !all)) return { monitors: [], mistakes }
  if (labels.length > maxLabels) complain('lapwing.*', `must be at most ${maxLabels} labels`)
  const byId = new Map<string, Record<string, unknown>>()
  for (const [label, value] of labels.slice(0, maxLabels).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (label === 'lapwing.enable') continue
    try {
      readLabel(byId, label.slice(prefix.length).split('.'), value)
    } catch (error) {
      complain(label, (error as Error).message)
    }
  }
  if (mistakes.length > 0) return { monitors: [], mistakes }
  if (byId.size === 0) byId.set('', {})
  const monitors = [...byId].flatMap(([id, fields]) => {
    const found = draft(object, id, fields)
    if (typeof found !== 'string') return found
    if (labels.length > 0) complain(`${prefix}${id === '' ? '' : `${id}.`}target`, found)
    return []
  })
  return { monitors, mistakes }
}

function readLabel(byId: Map<string, Record<string, unknown>>, path: readonly string[], value: string): void {
  const [first = '', second, third, ...more] = path
  const isOwn = Object.hasOwn(readers, first) || first === 'config' || second === undefined
  const [id, field, key, rest] = isOwn ? ['', first, second, [third, ...more]] : [first, second, third, more]
  if (!isOwn && !/^[a-z0-9-]{1,40}$/.test(id)) throw new Error('the part before the field must be a-z, 0-9 and -')
  if (rest.some((part) => part !== undefined) || (key !== undefined) !== (field === 'config'))
    throw new Error('must be lapwing.FIELD, lapwing.ID.FIELD or lapwing.config.NAME')
  if (value.length > maxValue) throw new Error(`must have at most ${maxValue} characters`)
  const fields = byId.get(id) ?? {}
  byId.set(id, fields)
  if (field === 'config') fields['config'] = { ...(fields['config'] as object), [key!]: configValue(key!, value) }
  else if (Object.hasOwn(readers, field!)) fields[field!] = readers[field!]!(value.trim())
  else throw new Error(`there is no such field.${didYouMean(field!, [...Object.keys(readers), 'config'])}`)
}

const line = (value: string): string => {
  if (value === '' || /[\p{Cc}]/u.test(value)) throw new Error('must be one line of text')
  return value
}
const words = (value: string): string[] => value.split(',').map((word) => line(word.trim()))
const matching = (pattern: RegExp, rule: string) => (value: string) => {
  if (!pattern.test(value)) throw new Error(rule)
  return value
}

const readers: Readonly<Record<string, (value: string) => unknown>> = {
  name: (value) => matching(/^.{1,50}$/u, 'must have 1 to 50 characters')(line(value)),
  type: (value) => {
    if ((labelTypes as readonly string[]).includes(value)) return value
    throw new Error(`must be one of ${labelTypes.join(', ')}. Write other monitors into a document of your own`)
  },
  target: targetOf,
  path: matching(/^\/[^\s?#]*$/, 'must begin with / and have no spaces'),
  port: matching(/^[a-z0-9-]{1,15}$/, 'must be the number or name of a port'),
  interval: (value) => {
    const seconds = /^\d+$/.test(value) ? Number(value) : parseSeconds(value, 'interval')
    if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 86_400) return seconds
    throw new Error('must be 1 to 86400 seconds, or a duration such as 5m')
  },
  description: (value) => matching(/^[^]{1,2000}$/, 'must have 1 to 2000 characters')(value),
  tags: (value) => words(value).map(matching(/^[a-z0-9:-]{1,32}$/, 'each must have 1 to 32 of a-z, 0-9, - and :')),
  locations: words,
  groups: words,
}

function targetOf(value: string): string {
  const url = URL.parse(line(value))
  if (url && (url.username !== '' || url.password !== ''))
    throw new Error('must not contain a user name or password: everybody who sees the object could read it')
  return value
}

/** JSON if it is JSON: a text, a number, true, false or a list of them. Objects could name secrets of others. */
function configValue(name: string, text: string): unknown {
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(name)) throw new Error('must end in the name of a config field')
  if (secretFields.includes(name))
    throw new Error('must not be in a label, where others can read it. Write this monitor into a document of your own')
  let value: unknown = text
  try {
    value = JSON.parse(text)
  } catch {
    return line(text)
  }
  if ((Array.isArray(value) ? value : [value]).every((one) => one !== null && typeof one !== 'object')) return value
  throw new Error('must be a text, a number, true, false or a list of them')
}

/** Or why there is nothing to monitor. */
function draft(object: LabelledObject, id: string, fields: LabelFields): DiscoveredMonitor[] | string {
  const { target, path: _path, port: _port, name, type, ...rest } = fields
  const derived: readonly DerivedTarget[] | string =
    target === undefined ? object.derive(fields) : [{ type: type ?? 'http', target }]
  if (typeof derived === 'string') return derived
  if (derived.some((one) => type !== undefined && one.type !== type)) return `is required for the type ${type}`
  const own = id === '' ? object.key : [...object.key, id]
  return derived.map((one) => {
    const suffix = one.host === undefined || derived.length === 1 ? '' : ` ${one.host}`
    const usual = one.host ?? (id === '' ? object.name : `${object.name} ${id}`)
    return {
      ...rest,
      key: (one.host === undefined ? own : [...own, one.host]).map(keyOf).join('.'),
      name: name === undefined ? usual : `${name}${suffix}`,
      type: one.type,
      target: one.target,
    }
  })
}

/** `https://shop.example.com/health` */
export const webTarget = (scheme: string, host: string, path = '/'): DerivedTarget => ({
  type: 'http',
  target: `${scheme}://${host}${path}`,
  host,
})
