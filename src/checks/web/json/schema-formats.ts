// The formats of JSON Schema that are validated. Unknown formats are ignored, as the standard requires.
import { isIPv4, isIPv6 } from 'node:net'

// Each visits a character at most twice.
const date = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const time = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,20})?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  time: (text) => text.length < 50 && time.test(text),
  'date-time': (text) => /^.{10}[t ]/i.test(text) && isDate(text.slice(0, 10)) && formats['time']!(text.slice(11)),
  uuid: (text) => text.length === 36 && uuid.test(text),
  ipv4: isIPv4,
  ipv6: (text) => isIPv6(text) && !text.includes('%'),
  hostname: isHostName,
  email: isMailAddress,
  uri: (text) => /^[a-z][a-z0-9+.-]*:/i.test(text) && !/[\s<>"{}|\\^`]/.test(text) && URL.canParse(text),
}

export function hasFormat(format: string, text: string): boolean {
  return formats[format]?.(text) ?? true
}

function isDate(text: string): boolean {
  if (!date.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

function isHostName(text: string): boolean {
  return text.length <= 253 && text.split('.').every((part) => label.test(part))
}

function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  return at > 0 && at <= 64 && !/[\s@<>()[\],;:\\"]/.test(local) && isHostName(text.slice(at + 1))
}
