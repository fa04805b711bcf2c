// The schema of private locations, their tokens and probes.
import { z } from 'zod'
import { nameOf } from '../../domain/fields/name.ts'
import { countryCode, latitude, longitude } from './fields.ts'
import { locationStatus } from './locations.ts'

const token = z
  .object({
    object: z.literal('probe_token'),
    id: z.uuid(),
    name: z.string(),
    prefix: z.string().meta({ description: 'The first characters of the token' }),
    provisioned: z.boolean().meta({ description: 'Comes from the provision file' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'ProbeToken' })

const probe = z
  .object({
    object: z.literal('probe'),
    id: z.uuid(),
    token_id: z.uuid(),
    name: z.string().meta({ description: 'The name of its machine' }),
    version: z.string(),
    status: locationStatus,
    clock_offset_ms: z
      .number()
      .nullable()
      .meta({ description: 'How far its clock is behind ours, which is corrected; null until measured' }),
    browser_missing: z.string().nullable().meta({ description: 'What browser checks need there' }),
    first_seen_at: z.iso.datetime(),
    seen_at: z.iso.datetime(),
  })
  .meta({ id: 'Probe' })

export const location = z
  .object({
    object: z.literal('private_location'),
    id: z.uuid(),
    name: z.string(),
    city: z.string().nullable(),
    region: z.string(),
    country: z.string(),
    country_code: z.string(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    provisioned: z.boolean().meta({ description: 'Comes from the provision file' }),
    status: locationStatus,
    seen_at: z.iso.datetime().nullable().meta({ description: 'The last sign of life of one of its probes' }),
    monitors: z.int().meta({ description: 'How many monitors are checked from there' }),
    tokens: z.array(token),
    probes: z.array(probe),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'PrivateLocation' })

const enrollment = z.object({ token: z.string(), command: z.string().meta({ description: 'Starts a probe' }) })
export const enrolledLocation = location.extend({ enrollment }).meta({ id: 'NewPrivateLocation' })
export const newToken = token.extend({ enrollment }).meta({ id: 'NewProbeToken' })

const fields = {
  name: nameOf(100),
  city: nameOf(100).nullable(),
  region: nameOf(100).meta({ description: '`private` if omitted' }),
  country: nameOf(100),
  countryCode,
  latitude: latitude.nullable(),
  longitude: longitude.nullable(),
}
export const createBody = z
  .strictObject({
    ...fields,
    city: fields.city.default(null),
    region: fields.region.default('private'),
    latitude: fields.latitude.default(null),
    longitude: fields.longitude.default(null),
  })
  .meta({ id: 'PrivateLocationCreate' })
export const updateBody = z.strictObject(fields).partial().meta({ id: 'PrivateLocationUpdate' })
