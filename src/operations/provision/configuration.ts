// What an organization of the provision file has in common with configuration documents is planned and carried out by
// the same engine. Objects that leave the file are deleted, except status pages and the default group.
import type { Caller } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { limitsOf } from '../../domain/plan.ts'
import { findOrganizationById } from '../../store/accounts/organizations.ts'
import { managedObjects, releaseManaged } from '../../store/config/managed-objects.ts'
import type { Database } from '../../store/database/database.ts'
import { groupsInFull, makeDefault, setPolicyOfGroup } from '../../store/notifications/contact-groups.ts'
import { hostsOf, lockHost, verifyHost } from '../../store/status-pages/hosts.ts'
import { carryOut, partition } from '../config/carry-out.ts'
import { readLive } from '../config/directory.ts'
import { limited } from '../config/document/document-fault.ts'
import type { ConfigSection } from '../config/document/sections.ts'
import { type PlannedObjectChange, makePlan } from '../config/plan.ts'
import type { CallerContext } from '../registry/define.ts'
import { BadProvision, type OrganizationProvision } from './context.ts'
import { type ProvisionedObjects, objectsOf, provisionSource } from './objects.ts'
import { type ProvisionedOrganization, documentSections } from './schema.ts'

/** Returns whether anything changed. */
export async function applyConfiguration(
  tx: Database,
  organization: ProvisionedOrganization,
  of: OrganizationProvision,
): Promise<boolean> {
  if (!(await isConfigured(tx, organization, of))) return false
  const context = await contextFor(tx, of)
  const live = await readLive(context)
  let places: ProvisionedObjects['places'] = new Map()
  try {
    const provisioned = objectsOf(organization, live)
    places = provisioned.places
    const { objects } = provisioned
    const request = {
      objects,
      prune: true,
      pruneLimit: Number.MAX_SAFE_INTEGER,
      takeOver: 'all' as const,
      prunesDefaultGroup: true,
      sources: [provisionSource],
    }
    const plan = await makePlan(context, request, { live })
    const [gone, wanted] = partition(plan.changes, ({ action }) => action === 'delete')
    const how = { live, isOperator: true }
    const resolver = await carryOut(context, { ...plan, changes: wanted }, how)
    const idOf: FindId = (section, key) => String(resolver.idOf(section, key))
    const isPromoted = await promoteGroup(tx, provisioned, { ...of, idOf })
    const isVerified = await verifyHosts(tx, provisioned, { ...of, idOf })
    const leaving = await detachGroups(tx, gone, of)
    const [pages, deleted] = partition(leaving, ({ section }) => section === 'statusPages')
    await carryOut(context, { ...plan, desired: [], changes: deleted }, how)
    for (const page of pages) await releaseManaged(tx, of.organizationId, page)
    for (const warning of plan.warnings) of.services.log.warn(`${of.path}: ${warning}`)
    return isPromoted || isVerified || wanted.length + leaving.length > 0
  } catch (error) {
    if (error instanceof BadProvision) throw new BadProvision(`${of.path}.${error.message}`)
    throw error instanceof Fault ? new BadProvision(located(error.problems, of.path, places)) : error
  }
}

const ownSections = ['contacts', 'contactGroups', 'channels', 'statusPages', ...documentSections] as const

/** Most organizations have nothing of this in the file, and reading all that they have would be for nothing. */
async function isConfigured(
  tx: Database,
  organization: ProvisionedOrganization,
  { organizationId }: OrganizationProvision,
): Promise<boolean> {
  if (ownSections.some((section) => organization[section].length > 0)) return true
  const managed = await managedObjects(tx, organizationId)
  return managed.some(({ source, deletedAt }) => source === provisionSource && deletedAt === null)
}

/** The operator, to whom the limits of plans do not apply. */
async function contextFor(
  tx: Database,
  { organizationId, services, now }: OrganizationProvision,
): Promise<CallerContext> {
  const organization = (await findOrganizationById(tx, organizationId))!
  const credential: Caller['credential'] = {
    type: 'api_key',
    id: organizationId,
    name: 'Provision file',
    prefix: '',
    scope: 'write',
    createdAt: now,
    lastUsedAt: null,
    expiresAt: null,
    clientId: null,
  }
  return {
    db: tx,
    now,
    services,
    caller: { credential, user: null, organization: { ...organization, limits: limitsOf('enterprise') } },
    visit: { ip: '', userAgent: null, secondFactor: null, host: null, prefer: null, accept: null },
    via: 'config',
    idempotencyKey: undefined,
    record() {},
  }
}

type FindId = (section: 'contactGroups' | 'statusPages', key: string) => string

interface AppliedOrganization extends OrganizationProvision {
  readonly idOf: FindId
}

async function promoteGroup(
  tx: Database,
  { groups }: ProvisionedObjects,
  { organizationId, now, idOf }: AppliedOrganization,
): Promise<boolean> {
  const chosen = groups.find(({ entry }) => entry.default)
  return chosen !== undefined && makeDefault(tx, { organizationId, id: idOf('contactGroups', chosen.key), now })
}

/** The operator writes the file, so no proof is needed. */
async function verifyHosts(
  tx: Database,
  { pages, places }: ProvisionedObjects,
  { now, idOf }: AppliedOrganization,
): Promise<boolean> {
  let changed = false
  for (const { key } of pages) {
    const pageId = idOf('statusPages', key)
    const unproven = (await hostsOf(tx, pageId)).filter(({ verifiedAt }) => verifiedAt === null)
    for (const { host } of unproven) {
      if (await lockHost(tx, host))
        throw new BadProvision(`${places.get(`statusPages[${key}]`)}.hosts: ${host} already belongs to another page`)
      await verifyHost(tx, pageId, host, now)
      changed = true
    }
  }
  return changed
}

/** Groups lose policies that are deleted, and the default group stays until another one is the default. */
async function detachGroups(
  tx: Database,
  gone: readonly PlannedObjectChange[],
  { organizationId }: OrganizationProvision,
): Promise<PlannedObjectChange[]> {
  if (gone.length === 0) return []
  const groups = await groupsInFull(tx, organizationId)
  const isGone = (section: ConfigSection, id: string | undefined): boolean =>
    gone.some((change) => change.section === section && change.id === id)
  for (const { id, escalation_policy: policy } of groups)
    if (isGone('escalationPolicies', policy?.id)) await setPolicyOfGroup(tx, organizationId, { id, policyId: null })
  const usual = groups.find((group) => group.is_default)
  return gone.filter(({ section, id }) => section !== 'contactGroups' || id !== usual?.id)
}

/** Problems with their place in the file, such as `organizations[0].contacts[1].email`. */
function located(problems: readonly string[], path: string, places: ProvisionedObjects['places']): string {
  return limited(problems)
    .map((problem) => `${path}.${problem.replace(/^\w+\[[^\]]*\]/, (object) => places.get(object) ?? object)}`)
    .join('; ')
}
