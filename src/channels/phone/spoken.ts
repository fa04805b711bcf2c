// What a voice reads on the phone: the alert in short sentences, with symbols, units and codes as words.
import type { Alert } from '../../domain/notifying/alert.ts'
import { affectedText } from '../shared/alert-facts.ts'
import { problem } from '../shared/alert-text.ts'
import { cut, oneLine } from '../shared/escape.ts'

const maxLength = 400

export function spokenText(alert: Alert): string {
  const { incident, monitor, reminder, test } = alert
  if (test) return 'This is a test call from Lapwing. Calls from this channel arrive here.'
  const name = monitor?.name ?? 'a monitor'
  const state = incident.severity === 'critical' ? 'is down' : 'has a warning'
  const sentences = [
    `${reminder ? 'Reminder from Lapwing' : 'Alert from Lapwing'}`,
    `${name} ${state}`,
    problem(alert),
    affectedText(alert) ?? '',
  ]
  return cut(
    sentences
      .map((sentence) => speakable(sentence))
      .filter((sentence) => sentence !== '')
      .map((sentence) => `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`)
      .join(' '),
    maxLength,
  )
}

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  ms: ['millisecond', 'milliseconds'],
  s: ['second', 'seconds'],
  min: ['minute', 'minutes'],
  h: ['hour', 'hours'],
  d: ['day', 'days'],
  KB: ['kilobyte', 'kilobytes'],
  MB: ['megabyte', 'megabytes'],
  GB: ['gigabyte', 'gigabytes'],
  '%': ['percent', 'percent'],
}

const comparisons: Readonly<Record<string, string>> = {
  '>=': 'is at least',
  '<=': 'is at most',
  '==': 'is',
  '!=': 'is not',
  '>': 'is over',
  '<': 'is under',
}

/** `03:14`, which is no host with a port. */
const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/

/** `HTTP 503 (expected 2xx)` becomes `HTTP 5 0 3, expected 2 x x`. */
export function speakable(text: string): string {
  return oneLine(text)
    .replace(/\bhttps?:\/\/([^\s/?#]+)[^\s)]*/gi, '$1')
    .replace(/(?<![\p{L}\d.:-])([\p{L}\d.:-]*[\p{L}\d]):(\d{1,5})\b/gu, (found, host: string, port: string) =>
      clockTime.test(found) ? found : `${host} port ${port}`,
    )
    .replace(/\b(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\b/g, '$1 dot $2 dot $3 dot $4')
    .replace(/\bHTTP (\d)(\d)(\d)\b/g, 'HTTP $1 $2 $3')
    .replace(/\b([1-5])xx\b/gi, '$1 x x')
    .replace(/(\d(?:[\d.,]*\d)?) ?(ms|min|s|h|d|KB|MB|GB|%)(?![\p{L}\d])/gu, (_found, count: string, unit: string) => {
      const [one, many] = units[unit]!
      return `${count} ${count === '1' ? one : many}`
    })
    .replace(/ (>=|<=|==|!=|>|<) /g, (_found, sign: string) => ` ${comparisons[sign]} `)
    .replace(/[()[\]{}]+/g, ', ')
    .replace(/[^\p{L}\p{M}\p{N}\s.,:;?!'+-]/gu, ' ')
    .replace(/\s+([.,:;?!])/g, '$1')
    .replace(/([,:;])(\s*[,:;])+/g, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.,:;]+|[\s.,:;]+$/g, '')
}
