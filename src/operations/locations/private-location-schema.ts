// The schema of private locations, their tokens and probes.
import { z } from 'zod'
import { nameOf } from '../../domain/fields/name.ts'
import { describeFields } from '../registry/fields/described.ts'
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

const fields = describeFields({
  name: { schema: nameOf(100) },
  city: { schema: nameOf(100).nullable(), default: null },
  region: { schema: nameOf(100).meta({ description: '`private` if omitted' }), default: 'private' },
  country: { schema: nameOf(100) },
  countryCode: { schema: countryCode, shown: z.string() },
  latitude: { schema: latitude.nullable(), default: null, shown: z.number().nullable() },
  longitude: { schema: longitude.nullable(), default: null, shown: z.number().nullable() },
})

export const location = z
  .object({
    object: z.literal('private_location'),
    id: z.uuid(),
    ...fields.shown,
    provisioned: z.boolean().meta({ description: 'Comes from the provision file' }),
    status: locationStatus,
    seen_at: z.iso.datetime().nullable().meta({ description: 'The last sign of life of one of its probes' }),
    monitors: z.int().meta({ description: 'How many monitors are checked from there' }),
    tokens: z.array(token),
    probes: z.array(probe),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'PrivateLocation' })

const enrollment = z.object({
  token: z.string(),
  install_command: z.string().meta({ description: 'Installs a probe on a machine with Linux' }),
  docker_command: z.string().meta({ description: 'The same with Docker' }),
})
export const enrolledLocation = location.extend({ enrollment }).meta({ id: 'NewPrivateLocation' })
export const newToken = token.extend({ enrollment }).meta({ id: 'NewProbeToken' })

export const createBody = z.strictObject(fields.create).meta({ id: 'PrivateLocationCreate' })
export const updateBody = z.strictObject(fields.update).meta({ id: 'PrivateLocationUpdate' })
