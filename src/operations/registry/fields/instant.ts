import { z } from 'zod'

const toTheMinute = /T\d\d:\d\d(?=Z|[+-])/

/** A date-time as it was sent, with or without seconds; any offset is accepted. */
export const writtenInstant = z
  .string()
  .overwrite((text) => text.replace(toTheMinute, '$&:00'))
  // Aborts, because checks of the whole body would get text instead of a date.
  .pipe(z.iso.datetime({ offset: true, abort: true }))

/** A date-time in a query or body. */
export const instant = writtenInstant.transform((text) => new Date(text)).meta({ type: 'string', format: 'date-time' })

// Time zone rules are only reliable between these.
const [earliest, latest] = [new Date('1970-01-01T00:00:00Z'), new Date('3000-01-01T00:00:00Z')]

/** An instant for schedules. */
export const plannedInstant = instant.refine((at) => at >= earliest && at < latest, {
  error: 'must be in the years 1970 to 2999',
})

const plusLost = /^(\d{4}-\d\d-\d\dT[\d:.]+) (\d\d:\d\d)$/

/** An unescaped plus in a URL is decoded as a space; in a date-time only the offset can have one. */
export function withPlus(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const mended = (value: unknown): unknown => (typeof value === 'string' ? value.replace(plusLost, '$1+$2') : value)
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, mended(value)]))
}
