// Chooses the control for a catalog field.
import type { FormField } from '../../api-types.ts'

export type Config = Readonly<Record<string, unknown>>
export type Control =
  | 'text'
  | 'area'
  | 'script'
  | 'secret'
  | 'number'
  | 'switch'
  | 'segments'
  | 'select'
  | 'tokens'
  | 'rows'
  | 'items'
  | 'checks'
  | 'groups'
  | 'object'
  | 'json'

// URLs, hosts and names are shorter and need one line.
const maxSingleLineLength = 500
const maxSegments = 4

export function controlOf(field: FormField): Control {
  if (field.secret && field.type === 'string' && (field.max_length ?? 0) <= 8000) return 'secret'
  if (field.enum) return field.enum.length <= maxSegments ? 'segments' : 'select'
  if (field.type === 'boolean') return 'switch'
  if (field.type === 'number') return 'number'
  if (field.type === 'string or string[]') return 'tokens'
  if (field.refers_to === 'contact group') return 'groups'
  if (field.type === 'array') return listControlOf(field)
  if (field.type === 'object') return field.fields && isFlat(field) ? 'object' : 'json'
  if (field.key === 'script') return 'script'
  return (field.max_length ?? 0) > maxSingleLineLength && !isPattern(field) ? 'area' : 'text'
}

function listControlOf(field: FormField): Control {
  if (!field.fields) return field.choices ? 'checks' : 'tokens'
  if (isFlat(field)) return 'rows'
  return field.fields.every((part) => part.fields !== null || isPlain(part)) ? 'items' : 'json'
}

const isFlat = ({ fields }: FormField): boolean => fields?.every(isPlain) ?? false

/** Whether it is one control; `any` is a text, a number or a truth. */
const isPlain = ({ type, choices }: NonNullable<FormField['fields']>[number]): boolean =>
  ['string', 'number', 'boolean', 'enum', 'any'].includes(type) || (type === 'array' && choices !== null)

/** Patterns are shown in a monospaced font. */
export const isPattern = ({ key }: FormField): boolean => key.endsWith('Regexp')

export function isShown({ shown_when: when, ...field }: FormField, config: Config, all: readonly FormField[]): boolean {
  if (!when || config[field.key] !== undefined) return true
  const decides = all.find(({ key }) => key === when.key)
  const value = config[when.key] ?? decides?.default
  return when.in.includes(value as string) && (!decides || isShown(decides, config, all))
}

export interface FieldGroup {
  readonly name: FormField['group']
  readonly fields: readonly FormField[]
}

/** Groups fields in catalog order and separates advanced ones. */
export function arrange(fields: readonly FormField[]): { groups: FieldGroup[]; more: FormField[] } {
  const usual = fields.filter(({ advanced }) => !advanced)
  const groups = [...Map.groupBy(usual, ({ group }) => group)].map(([name, inside]) => ({ name, fields: inside }))
  return { groups, more: fields.filter(({ advanced }) => advanced) }
}

/** Whether the value differs from the default. */
export function isSet(field: FormField, config: Config): boolean {
  const value = config[field.key]
  return value !== undefined && value !== null && JSON.stringify(value) !== JSON.stringify(field.default)
}

/** Splits `config.timeoutSeconds: must be…; name: Required` by field; the rest is under the empty name. */
export function splitProblems(message: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const part of message.split(/;\s+(?=[\w.[\]]+: )/)) {
    const [, key = '', text = part] = /^([\w.[\]]+): ([\s\S]*)$/.exec(part) ?? []
    const name = key.replace(/^config\./, '').replace(/[.[].*$/, '')
    found[name] = found[name] ? `${found[name]}; ${text}` : text
  }
  return found
}

/** The API returns this for stored secrets; sending it keeps the secret. */
export const mask = '[redacted]'

/** Undefined removes the key, so the default applies. */
export function withKey(config: Config, key: string, value: unknown): Config {
  const { [key]: _, ...rest } = config
  return value === undefined ? rest : { ...rest, [key]: value }
}
