import { z } from 'zod'

/** A date-time in a query or body; any offset is accepted. */
export const instant = z.iso
  // What looks at a whole body would otherwise be run with a text in the place of a moment.
  .datetime({ offset: true, abort: true })
  .transform((text) => new Date(text))
  .meta({ type: 'string', format: 'date-time' })

// Calendars of zones are not worth asking about beyond these.
const [earliest, latest] = [new Date('1970-01-01T00:00:00Z'), new Date('3000-01-01T00:00:00Z')]

/** One that plans are made with. */
export const plannedInstant = instant.refine((at) => at >= earliest && at < latest, {
  error: 'must be in the years 1970 to 2999',
})

const plusLost = /^(\d{4}-\d\d-\d\dT[\d:.]+) (\d\d:\d\d)$/

/** In an address a plus that is not escaped reads as a space; a moment has none but the one before its offset. */
export function withPlus(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const mended = (value: unknown): unknown => (typeof value === 'string' ? value.replace(plusLost, '$1+$2') : value)
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, mended(value)]))
}
