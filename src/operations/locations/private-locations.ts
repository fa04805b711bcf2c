// Locations of one organization, whose probes run elsewhere. Only admins manage them, in the dashboard: a probe gets
// the secrets of the monitors that it checks.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import {
  type PrivateLocation,
  addPrivateLocation,
  findPrivateLocation,
  listPrivateLocations as privateRows,
  lockPrivateLocation,
  retireLocation,
  setPrivateLocation,
} from '../../store/checking/locations.ts'
import {
  type StoredProbe,
  type ProbeToken,
  addProbeToken,
  dropProbeToken,
  dropProbeTokensOf,
  findProbeToken,
  probeTokensOf,
  probesOf,
} from '../../store/checking/probes.ts'
import { wholeList, wholeListOf } from '../people/whole-list.ts'
import { changesBetween } from '../registry/changes.ts'
import { type CallerContext, type Operation, created, defineOperation, ok } from '../registry/define.ts'
import { deleted, deletionResponse } from '../registry/deletion.ts'
import { probeCommands } from '../../domain/installing/install-commands.ts'
import { nameOf } from '../../domain/fields/name.ts'
import { refuseBeyondLimit } from '../registry/plan-limit.ts'
import { statusOf } from './locations.ts'
import { createBody, enrolledLocation, location, newToken, updateBody } from './private-location-schema.ts'
import { newProbeToken, probeTokenOf } from './probe-tokens.ts'

const shared = { audience: 'dashboard', tag: 'Locations', role: 'admin' } as const
const path = '/dashboard/private-locations'
const params = z.object({ id: z.uuid() })

export const listPrivateLocations = defineOperation({
  ...shared,
  id: 'listPrivateLocations',
  method: 'GET',
  path,
  summary: 'List the private locations with their tokens and probes, oldest first',
  responses: { 200: wholeListOf({ id: 'PrivateLocations', item: location }) },
  async handle(_input, context) {
    return wholeList(await showAll(context, await privateRows(context.db, context.caller.organization.id)))
  },
})

// Accepts no Idempotency-Key, because the stored response would contain the token.
export const createPrivateLocation = defineOperation({
  ...shared,
  id: 'createPrivateLocation',
  method: 'POST',
  path,
  summary: 'Create a private location and the token of its first probe',
  body: createBody,
  bodyExample: { name: 'Warehouse Oslo', city: 'Oslo', country: 'Norway', countryCode: 'NO' },
  responses: { 201: { description: 'The location; the token is shown only once', schema: enrolledLocation } },
  async handle({ body: { countryCode: code, ...body } }, context) {
    const { db, caller, now } = context
    await refuseBeyondLimit(context, 'private_locations')
    const id = newId(now)
    await addPrivateLocation(db, caller.organization.id, { ...body, country_code: code, id, now })
    const made = await enroll(context, id, body.name)
    record(context, 'location.created', { id, name: body.name })
    return created({ ...(await shownOne(context, id)), enrollment: made.enrollment })
  },
})

export const updatePrivateLocation = defineOperation({
  ...shared,
  id: 'updatePrivateLocation',
  method: 'PATCH',
  path: `${path}/{id}`,
  summary: 'Update a private location',
  description: 'Omitted fields keep their values.',
  params,
  body: updateBody,
  bodyExample: { city: 'Bergen', latitude: 60.39, longitude: 5.32 },
  faults: ['conflict'],
  responses: { 200: { description: 'The location', schema: location } },
  async handle({ params: { id }, body: { countryCode: code, ...body } }, context) {
    const { name, city, region, country, country_code, latitude, longitude } = await lockOwn(context, id)
    const known = { name, city, region, country, country_code, latitude, longitude }
    const after = { ...known, ...body, ...(code !== undefined && { country_code: code }) }
    await setPrivateLocation(context.db, id, after)
    const changes = changesBetween(known, after)
    if (Object.keys(changes).length > 0) record(context, 'location.updated', { id, name: after.name }, changes)
    return ok(await shownOne(context, id))
  },
})

export const deletePrivateLocation = defineOperation({
  ...shared,
  id: 'deletePrivateLocation',
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Delete a private location; its probes are rejected',
  description: 'Its results stay. Monitors that are checked from there must have other locations first (409).',
  params,
  faults: ['conflict'],
  responses: deletionResponse,
  async handle({ params: { id } }, context) {
    const { db, now } = context
    const { name, monitors } = await lockOwn(context, id)
    if (monitors > 0)
      throw new Fault(
        'conflict',
        `${monitors === 1 ? 'A monitor is' : `${monitors} monitors are`} checked from ${name}. ` +
          'Choose other locations for them first.',
      )
    await retireLocation(db, id, now)
    await dropProbeTokensOf(db, id)
    record(context, 'location.deleted', { id, name })
    return deleted(id)
  },
})

// Accepts no Idempotency-Key, because the stored response would contain the token.
export const createProbeToken = defineOperation({
  ...shared,
  id: 'createProbeToken',
  method: 'POST',
  path: `${path}/{id}/tokens`,
  summary: 'Create a token for further probes of a private location',
  params,
  body: z.strictObject({ name: nameOf(100) }).meta({ id: 'ProbeTokenCreate' }),
  bodyExample: { name: 'rack 4' },
  faults: ['conflict'],
  responses: { 201: { description: 'The token, shown only once', schema: newToken } },
  async handle({ params: { id }, body: { name } }, context) {
    const found = await lockOwn(context, id)
    const known = await probeTokensOf(context.db, [id])
    if (known.length >= maxTokens)
      throw new Fault('conflict', `${found.name} has ${maxTokens} tokens: revoke one first`)
    const { row, enrollment: made } = await enroll(context, id, name)
    record(context, 'location.token_created', { id, name: found.name }, { token: { from: null, to: name } })
    return created({ object: 'probe_token', ...row, enrollment: made })
  },
})

export const revokeProbeToken = defineOperation({
  ...shared,
  id: 'revokeProbeToken',
  method: 'DELETE',
  path: `${path}/{id}/tokens/{tokenId}`,
  summary: 'Revoke a token; its probes are rejected at once',
  params: z.object({ id: z.uuid(), tokenId: z.uuid() }),
  faults: ['conflict'],
  responses: deletionResponse,
  async handle({ params: { id, tokenId } }, context) {
    const found = await findPrivateLocation(context.db, context.caller.organization.id, id)
    const row = found && (await findProbeToken(context.db, { locationId: id, id: tokenId }))
    if (!row) throw new Fault('not_found', 'Token not found')
    if (row.provisioned) throw new Fault('conflict', 'This token comes from the provision file; remove it there')
    await dropProbeToken(context.db, tokenId)
    record(context, 'location.token_revoked', { id, name: found.name }, { token: { from: row.name, to: null } })
    return deleted(tokenId)
  },
})

const maxTokens = 50

/** One of the organization that people may change. */
async function lockOwn({ db, caller }: CallerContext, id: string): Promise<PrivateLocation> {
  const found = await lockPrivateLocation(db, caller.organization.id, id)
  if (!found) throw new Fault('not_found', 'Location not found')
  if (found.provisioned) throw new Fault('conflict', 'This location comes from the provision file; change it there')
  return found
}

async function enroll({ db, services, now }: CallerContext, locationId: string, name: string) {
  const secret = newProbeToken()
  const row = await addProbeToken(db, { locationId, name, ...probeTokenOf(secret) }, now)
  const { shell, docker } = probeCommands({ origin: services.origin(), token: secret, version: services.version })
  return { row, enrollment: { token: secret, install_command: shell, docker_command: docker } }
}

async function shownOne(context: CallerContext, id: string): Promise<object> {
  const found = await findPrivateLocation(context.db, context.caller.organization.id, id)
  return (await showAll(context, [found!]))[0]!
}

async function showAll({ db, now }: CallerContext, rows: readonly PrivateLocation[]): Promise<object[]> {
  const ids = rows.map(({ id }) => id)
  const [tokens, probes] = [await probeTokensOf(db, ids), await probesOf(db, ids)]
  return rows.map(({ slug: _, private: _private, browser: _browser, browser_missing: _missing, ...row }) => ({
    object: 'private_location',
    ...row,
    status: statusOf(row.seen_at, now),
    tokens: tokens.filter(({ location_id }) => location_id === row.id).map(showToken),
    probes: probes.filter(({ location_id }) => location_id === row.id).map((one) => showProbe(one, now)),
  }))
}

const showToken = ({ location_id: _, ...row }: ProbeToken & { location_id: string }): object => ({
  object: 'probe_token',
  ...row,
})

const showProbe = ({ location_id: _, ...row }: StoredProbe, now: Date): object => ({
  object: 'probe',
  ...row,
  status: statusOf(row.seen_at, now),
})

function record(
  { record: add }: CallerContext,
  action: string,
  { id, name }: { id: string; name: string },
  changes: Record<string, unknown> = {},
): void {
  add({ entityType: 'location', entityId: id, entityName: name, action, changes })
}

export const privateLocationOperations: readonly Operation[] = [
  listPrivateLocations,
  createPrivateLocation,
  updatePrivateLocation,
  deletePrivateLocation,
  createProbeToken,
  revokeProbeToken,
]
