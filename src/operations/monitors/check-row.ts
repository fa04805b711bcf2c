// The id and JSON of a single check.
import { z } from 'zod'
import type { NumberedLocation } from '../../store/checking/locations.ts'
import type { CheckId, CheckRecord } from '../../store/results/check-rows.ts'

/** The time in milliseconds and the number of the location. */
export const checkId = z
  .string()
  .regex(/^\d{1,14}-\d{1,4}$/, 'must be the id of a check')
  .transform((text): CheckId => {
    const [at = 0, location = 0] = text.split('-').map(Number)
    return { at: new Date(at), location }
  })
  .meta({ type: 'string' })

export const checkRow = z
  .object({
    id: z.string().meta({ example: '1770797564120-1' }),
    at: z.iso.datetime(),
    location: z
      .object({ id: z.uuid(), name: z.string().meta({ example: 'Frankfurt' }) })
      .nullable()
      .meta({ description: 'Null for monitors that are not probed' }),
    success: z.boolean(),
    infrastructure: z
      .boolean()
      .meta({ description: 'It could not run because of a problem on our side, and counts nowhere' }),
    duration_ms: z.number().meta({ example: 182.4 }),
    status_code: z.int().nullable().meta({ example: 503 }),
    error: z.string().nullable().meta({ example: 'answered with status 503' }),
  })
  .meta({ id: 'CheckRow' })

export function showCheck(check: CheckRecord, locations: ReadonlyMap<number, NumberedLocation>) {
  const { at, location, success, infrastructure, durationMs, statusCode, error } = check
  const known = locations.get(location)
  return {
    id: `${at.getTime()}-${location}`,
    at,
    location: known ? { id: known.id, name: known.name } : null,
    success,
    infrastructure,
    duration_ms: Math.round(durationMs * 100) / 100,
    status_code: statusCode,
    error,
  }
}
