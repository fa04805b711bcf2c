// Parses systemd's calendar expressions (systemd.time(7)) into the values of each unit.
import { isTimeZone } from './zone.ts'

export interface Expression {
  /** Monday is 0. */
  readonly weekdays: readonly number[]
  readonly years: readonly number[]
  readonly months: readonly number[]
  readonly days: readonly number[]
  /** Days count back from the end of the month, whose last day is 1. */
  readonly fromMonthEnd: boolean
  readonly hours: readonly number[]
  readonly minutes: readonly number[]
  readonly milliseconds: readonly number[]
  readonly timeZone: string | null
}

export class UnreadableExpression extends Error {}

interface CalendarUnit {
  readonly name: string
  readonly min: number
  readonly max: number
  /** Values are stored as multiples of this fraction, so that a second may be 1.5. */
  readonly scale?: number
}

const weekday: CalendarUnit = { name: 'weekday', min: 0, max: 6 }
const year: CalendarUnit = { name: 'year', min: 1970, max: 2199 }
const month: CalendarUnit = { name: 'month', min: 1, max: 12 }
const day: CalendarUnit = { name: 'day', min: 1, max: 31 }
// Every month has a 28th day from its end, but not a 29th.
const dayFromEnd: CalendarUnit = { name: 'day from the month end', min: 1, max: 28 }
const hour: CalendarUnit = { name: 'hour', min: 0, max: 23 }
const minute: CalendarUnit = { name: 'minute', min: 0, max: 59 }
const second: CalendarUnit = { name: 'second', min: 0, max: 59.999, scale: 1000 }

const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

const halfYearly = '*-01,07-01 00:00:00'
const yearly = '*-01-01 00:00:00'
const shorthands: ReadonlyMap<string, string> = new Map([
  ['minutely', '*-*-* *:*:00'],
  ['hourly', '*-*-* *:00:00'],
  ['daily', '*-*-* 00:00:00'],
  ['weekly', 'Mon *-*-* 00:00:00'],
  ['monthly', '*-*-01 00:00:00'],
  ['quarterly', '*-01,04,07,10-01 00:00:00'],
  ['semiannually', halfYearly],
  ['semi-annually', halfYearly],
  ['biannually', halfYearly],
  ['bi-annually', halfYearly],
  ['yearly', yearly],
  ['annually', yearly],
])

export function parse(text: string): Expression {
  const words = text.trim().split(/\s+/)
  const timeZone = words.length > 1 && isTimeZone(words.at(-1) ?? '') ? (words.pop() ?? null) : null
  const [first = '', ...rest] = words
  if (rest.length === 0 && first.startsWith('@')) return timestamp(first)
  const meant = shorthands.get(first.toLowerCase())
  return { ...calendar(meant ? [...meant.split(' '), ...rest] : words), timeZone }
}

function calendar(words: string[]): Omit<Expression, 'timeZone'> {
  if (words.join('') === '') throw new UnreadableExpression('must not be empty')
  const weekdays = /^[a-z]/i.test(words[0] ?? '') ? parseWeekdays(words.shift() ?? '') : whole(weekday)
  const date = words.length > 0 && !words[0]?.includes(':') ? parseDate(words.shift() ?? '') : parseDate('*-*-*')
  const time = words.length > 0 ? parseTime(words.shift() ?? '') : parseTime('00:00:00')
  if (words.length > 0) throw new UnreadableExpression(`${words.join(' ')} comes after the time and is not a time zone`)
  return { weekdays, ...date, ...time }
}

function timestamp(word: string): Expression {
  const seconds = /^@[0-9]{1,10}$/.test(word) ? Number(word.slice(1)) : Number.NaN
  const representable = seconds * 1000 < Date.UTC(year.max + 1, 0)
  if (!representable) throw new UnreadableExpression(`the timestamp ${word} is not in whole seconds since 1970`)
  const [date = '', time = ''] = new Date(seconds * 1000).toISOString().split(/[T.]/)
  return { ...calendar([date, time]), timeZone: 'UTC' }
}

function parseWeekdays(word: string): number[] {
  const items = word.replace(/,$/, '').split(',')
  return sorted(
    items.flatMap((item) => {
      const [first = '', last = first, ...rest] = item.split(/\.\.|-/)
      const [from, to] = [weekdayNumber(first), weekdayNumber(last)]
      if (rest.length > 0) throw new UnreadableExpression(`the weekday range ${item} cannot be read`)
      if (from > to)
        throw new UnreadableExpression(`the weekday range ${item} runs backwards (the week begins on Monday)`)
      return series(from, to, 1)
    }),
  )
}

function weekdayNumber(name: string): number {
  const at = weekdayNames.findIndex((full) => [full, full.slice(0, 3)].includes(name.toLowerCase()))
  if (at === -1) throw new UnreadableExpression(`${name} is neither a weekday nor a known shorthand`)
  return at
}

function parseDate(word: string): Pick<Expression, 'years' | 'months' | 'days' | 'fromMonthEnd'> {
  const match = /^(?:([^-~]+)-)?([^-~]+)([-~])([^-~]+)$/.exec(word)
  if (!match) throw new UnreadableExpression(`the date ${word} is not year-month-day or month-day`)
  const [, years = '*', months = '', separator, days = ''] = match
  const fromMonthEnd = separator === '~' && days !== '*'
  return {
    years: parseValues(years, year),
    months: parseValues(months, month),
    days: parseValues(days, fromMonthEnd ? dayFromEnd : day),
    fromMonthEnd,
  }
}

function parseTime(word: string): Pick<Expression, 'hours' | 'minutes' | 'milliseconds'> {
  const [hours = '', minutes, seconds = '00', ...rest] = word.split(':')
  if (minutes === undefined || rest.length > 0)
    throw new UnreadableExpression(`the time ${word} is not hour:minute or hour:minute:second`)
  return {
    hours: parseValues(hours, hour),
    minutes: parseValues(minutes, minute),
    milliseconds: parseValues(seconds, second),
  }
}

function parseValues(text: string, unit: CalendarUnit): number[] {
  if (text === '*') return whole(unit)
  const items = text.split(',')
  if (items.includes('')) throw new UnreadableExpression(`the ${unit.name} list ${text} has an empty place`)
  return sorted(items.flatMap((item) => parseItem(item, unit)))
}

/** One of `5`, `5..10`, `5/2` (from 5 on, every second one) and `5..10/2`. */
function parseItem(item: string, unit: CalendarUnit): number[] {
  const digits = unit.scale ? '[0-9]{1,4}(?:\\.[0-9]{1,9})?' : '[0-9]{1,4}'
  const match = new RegExp(`^(${digits})(?:\\.\\.(${digits}))?(?:/(${digits}))?$`).exec(item)
  if (!match) throw new UnreadableExpression(`the ${unit.name} ${item} cannot be read`)
  const [, first = '', last, every] = match
  const scale = unit.scale ?? 1
  const start = read(first, unit)
  const step = every === undefined ? scale : Math.round(Number(every) * scale)
  // systemd allows steps below a second; they would only produce lists of thousands of values.
  if (step < scale) throw new UnreadableExpression(`the ${unit.name} step in ${item} must be at least 1`)
  if (last === undefined && every === undefined) return [start]
  if (last === undefined) return repeats(item, { unit, start, step })
  const stop = read(last, unit)
  if (stop < start) throw new UnreadableExpression(`the ${unit.name} range ${item} runs backwards`)
  return series(start, stop, step)
}

/** Days counted from the end of the month repeat towards it. */
function repeats(item: string, { unit, start, step }: { unit: CalendarUnit; start: number; step: number }): number[] {
  const values =
    unit === dayFromEnd
      ? series(-start, -unit.min, step).map((value) => -value)
      : series(start, unit.max * (unit.scale ?? 1), step)
  if (values.length === 1) throw new UnreadableExpression(`the ${unit.name} step in ${item} leads past the last one`)
  return values
}

function read(text: string, unit: CalendarUnit): number {
  const number = Number(text)
  const full = unit === year && number < 100 ? number + (number < 70 ? 2000 : 1900) : number
  const value = Math.round(full * (unit.scale ?? 1))
  if (value >= unit.min && value <= unit.max * (unit.scale ?? 1)) return value
  throw new UnreadableExpression(`the ${unit.name} ${text} is outside ${unit.min} to ${Math.floor(unit.max)}`)
}

const whole = ({ min, max, scale = 1 }: CalendarUnit): number[] => series(min * scale, max * scale, scale)
const series = (start: number, stop: number, step: number): number[] =>
  Array.from({ length: Math.floor((stop - start) / step) + 1 }, (_, index) => start + index * step)
const sorted = (values: number[]): number[] => [...new Set(values)].sort((a, b) => a - b)
