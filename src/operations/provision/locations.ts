// Locations of the provision file. If one is removed, its monitors stay, and they return to it when it is back.
import { addActivity } from '../../store/accounts/activity.ts'
import {
  type NamedLocation,
  anyLocation,
  assignLocation,
  putLocation,
  refuge,
  retireOtherLocations,
  retiredAmong,
} from '../../store/checking/locations.ts'
import { dropOtherProvisionedProbeTokens, putProvisionedProbeToken } from '../../store/checking/probes.ts'
import { findOrganization } from '../../store/accounts/organizations.ts'
import { renewTurns } from '../../store/checking/turns.ts'
import type { Database } from '../../store/database/database.ts'
import { type MovedMonitor, moveBack, moveFromRetired } from '../../store/monitors/moved-monitors.ts'
import { probeTokenOf } from '../locations/probe-tokens.ts'
import { slugOf } from '../registry/fields/organization-slug.ts'
import { BadProvision, type ProvisionContext } from './context.ts'
import type { Provision } from './schema.ts'

export async function applyLocations(
  tx: Database,
  locations: Provision['locations'],
  context: ProvisionContext,
): Promise<void> {
  const { now } = context
  if (!locations) {
    if (!(await anyLocation(tx))) await putLocation(tx, thisServer, now)
    return
  }
  const slugs = locations.map(({ slug }) => slug)
  const returned = await retiredAmong(tx, slugs)
  for (const location of locations) await putLocation(tx, { ...location, city: location.city ?? null }, now)
  const retired = await retireOtherLocations(tx, { keep: slugs, now })
  if (returned.length > 0) {
    const moved = await moveBack(
      tx,
      returned.map(({ id }) => id),
    )
    await note(tx, { action: 'location.returned', locations: returned, moved, to: returned }, context)
  }
  const to = await refuge(tx, now)
  const moved = to ? await moveFromRetired(tx, to.id) : []
  if (to && retired.length + moved.length > 0)
    await note(tx, { action: 'location.retired', locations: retired, moved, to: [to] }, context)
}

/** Assigns locations to organizations, which exist by now, and puts the tokens of their probes. */
export async function applyProbeAccess(
  tx: Database,
  locations: NonNullable<Provision['locations']>,
  now: Date,
): Promise<void> {
  const kept: string[] = []
  for (const [index, { slug, embedded, organization, tokens }] of locations.entries()) {
    const path = `locations[${index}]`
    const owner = organization === undefined ? null : await findOrganization(tx, slugOf(organization))
    if (owner === undefined) throw new BadProvision(`${path}.organization: ${organization} is not an organization`)
    if (embedded && tokens.length > 0)
      throw new BadProvision(`${path}.tokens: an embedded location is checked by this installation`)
    const locationId = await assignLocation(tx, { slug, organizationId: owner?.id ?? null })
    for (const [position, { name, token }] of tokens.entries()) {
      const draft = { locationId, name, ...probeTokenOf(token) }
      const put = await putProvisionedProbeToken(tx, draft, now)
      if (put === undefined) throw new BadProvision(`${path}.tokens[${position}].token: belongs to another location`)
      kept.push(put)
    }
  }
  await dropOtherProvisionedProbeTokens(tx, kept)
}

const thisServer = {
  slug: 'this-server',
  name: 'This server',
  city: null,
  region: 'local',
  country: 'Local',
  // ISO 3166 reserves ZZ for private use.
  countryCode: 'ZZ',
  embedded: true,
}

interface LocationMove {
  readonly action: 'location.retired' | 'location.returned'
  readonly locations: readonly NamedLocation[]
  readonly moved: readonly MovedMonitor[]
  readonly to: readonly NamedLocation[]
}

/** Moved monitors are checked from their new location at once, and the activity log says how many there were. */
async function note(
  tx: Database,
  { action, locations, moved, to }: LocationMove,
  { now, services }: ProvisionContext,
): Promise<void> {
  const [names, places] = [locations, to].map((list) => list.map(({ name }) => name).join(', '))
  services.log.warn(action === 'location.retired' ? 'a location left the provision file' : 'a location is back', {
    location: names,
    monitorsMoved: moved.length,
    movedTo: places,
  })
  for (const [organizationId, monitors] of Map.groupBy(moved, (monitor) => monitor.organizationId)) {
    await renewTurns(tx, { organizationId, monitorIds: monitors.map(({ id }) => id), now })
    const changes = { monitors_moved: monitors.length, moved_to: places, via: 'config' }
    const entity = { entityType: 'location', entityId: locations[0]?.id ?? null, entityName: names || null }
    await addActivity(tx, { organizationId, actor: null, events: [{ ...entity, action, changes }], now })
  }
}
