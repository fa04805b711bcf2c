// A monitor as YAML or JSON that the editor and the API accept.
import { bodyOf, draftOf } from '../monitor-editor/draft.ts'
import { type Monitor, isProbed } from './monitor-data.ts'

type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value }

const bodyIn = (monitor: Monitor) => bodyOf(draftOf(monitor), isProbed(monitor))

export const asJson = (monitor: Monitor): string => `${JSON.stringify(bodyIn(monitor), null, 2)}\n`

export const asYaml = (monitor: Monitor): string => `${yaml(bodyIn(monitor) as unknown as Value, '').trimStart()}\n`

function yaml(value: Value, indent: string): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []'
    return (value as readonly Value[]).map((item) => `\n${indent}-${nested(item, `${indent}  `)}`).join('')
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
    if (entries.length === 0) return ' {}'
    return entries.map(([key, item]) => `\n${indent}${plain(key)}:${yaml(item, `${indent}  `)}`).join('')
  }
  return ` ${typeof value === 'string' ? plain(value) : String(value)}`
}

/** The first line of a map follows the dash. */
function nested(item: Value, indent: string): string {
  const text = yaml(item, indent)
  return text.startsWith(`\n${indent}`) ? ` ${text.slice(indent.length + 1)}` : text
}

const words = /^(?:true|false|yes|no|on|off|null|~)$/i

/** Quotes texts that YAML could read as another type. */
function plain(text: string): string {
  return /^[A-Za-z][\w ./-]*$/.test(text) && !words.test(text) && !text.endsWith(' ') ? text : JSON.stringify(text)
}
