// Applies the provision file. Applying it again changes nothing.
import { apiKey, fingerprint, hashPassword, isPassword, newApiKey } from '../../domain/secret.ts'
import type { Vault } from '../../domain/vault.ts'
import { slugOf } from '../registry/fields/organization-slug.ts'
import { addActivity } from '../../store/accounts/activity.ts'
import { addKey, putProvisionedKey, revokeOtherProvisionedKeys } from '../../store/accounts/api-keys.ts'
import type { Database } from '../../store/database/database.ts'
import { lockInstallation } from '../../store/accounts/installation.ts'
import { anyOrganization, findOrganization, putOrganization, unnamedSlug } from '../../store/accounts/organizations.ts'
import { addSetupToken, firstSetupToken } from '../../store/accounts/setup-tokens.ts'
import { endSessions } from '../../store/accounts/sessions.ts'
import {
  anyUser,
  dropPassword,
  lockAccount,
  passwordOf,
  putMember,
  putPassword,
  putUser,
  unknownMembers,
} from '../../store/accounts/users.ts'
import { dropResetLinks } from '../../store/accounts/verifications.ts'
import type { Services } from '../registry/services.ts'
import { endGrantsOfUser } from '../registry/end-grant.ts'
import { proveAddress } from '../people/address-ownership.ts'
import { applyContactMethods } from './contact-methods.ts'
import { applyLocations, applyProbeAccess } from './locations.ts'
import { applyConfiguration } from './configuration.ts'
import { BadProvision, type OrganizationProvision, type ProvisionContext } from './context.ts'
import type { Provision, ProvisionedOrganization } from './schema.ts'
import { applySingleSignOn } from './single-sign-on.ts'
import { applyVariables } from './variables.ts'

/** Shown at the start of an installation without accounts. */
export interface FirstAccess {
  readonly setupToken: string
  /** Created with the first organization and shown only once. */
  readonly apiKey: string | null
}

/** Everything is applied in one transaction, or nothing. */
export async function applyProvision(db: Database, provision: Provision, services: Services): Promise<void> {
  const context = { services, now: services.clock.now() }
  await db.transaction(async (tx) => {
    await lockInstallation(tx)
    await applyLocations(tx, provision.locations, context)
    for (const [index, organization] of provision.organizations.entries())
      await applyOrganization(tx, { organization, index, context })
    if (provision.locations) await applyProbeAccess(tx, provision.locations, context.now)
  })
}

async function applyOrganization(
  tx: Database,
  { organization, index, context }: { organization: ProvisionedOrganization; index: number; context: ProvisionContext },
): Promise<void> {
  const { plan, limits } = organization
  const { now } = context
  const slug = slugOf(organization.name)
  const known = await findOrganization(tx, slug)
  // A name that does not match its slug was changed in the dashboard, and stays.
  const name = known && slugOf(known.name) !== slug ? known.name : organization.name
  const { id, changed } = await putOrganization(tx, { name, plan, limits, slug }, now)
  const keysChanged = await applyKeys(tx, { organizationId: id, organization, index, now })
  const of = { ...context, organizationId: id, path: `organizations[${index}]` }
  const usersChanged = await applyUsers(tx, organization, of)
  const signOnChanged = await applySingleSignOn(tx, organization.singleSignOn, of)
  const variablesChanged = await applyVariables(tx, organization.variables, of)
  const configChanged = await applyConfiguration(tx, organization, of)
  if (![changed, keysChanged, usersChanged, signOnChanged, variablesChanged, configChanged].includes(true)) return
  const event = {
    entityType: 'organization',
    entityId: id,
    entityName: name,
    action: 'config.applied',
    changes: { via: 'config' },
  }
  await addActivity(tx, { organizationId: id, actor: null, events: [event], now })
}

async function applyKeys(
  tx: Database,
  {
    organizationId,
    organization,
    index,
    now,
  }: { organizationId: string; organization: ProvisionedOrganization; index: number; now: Date },
): Promise<boolean> {
  const kept: string[] = []
  let changed = false
  for (const [position, { name, scope, key }] of organization.apiKeys.entries()) {
    const put = await putProvisionedKey(tx, { organizationId, name, scope, key: apiKey(key) }, now)
    if (!put)
      throw new BadProvision(`organizations[${index}].apiKeys[${position}].key: belongs to another organization`)
    kept.push(put.id)
    changed ||= put.changed
  }
  const revoked = await revokeOtherProvisionedKeys(tx, { organizationId, keep: kept, now })
  return changed || revoked > 0
}

async function applyUsers(
  tx: Database,
  organization: ProvisionedOrganization,
  of: OrganizationProvision,
): Promise<boolean> {
  const { organizationId, now } = of
  let changed = false
  for (const [position, { name, email, password, role, contactMethods }] of organization.users.entries()) {
    const user = await putUser(tx, { name, email }, now)
    await takeOverUnproven(tx, user, { organizationId, now })
    const joined = await putMember(tx, { organizationId, userId: user.id, role }, now)
    const renewed = password !== undefined && (await applyPassword(tx, { userId: user.id, password, now }))
    if (joined || renewed) {
      await endSessions(tx, { userId: user.id })
      await dropResetLinks(tx, user.id)
    }
    const end = { reason: 'password changed', via: 'provision', now } as const
    if (renewed) await endGrantsOfUser(tx, { userId: user.id }, end)
    const path = `${of.path}.users[${position}].contactMethods`
    const methods = await applyContactMethods(tx, contactMethods, { ...of, userId: user.id, path })
    changed ||= user.changed || joined || renewed || methods
  }
  return changed
}

/** An existing unverified account joins without its previous ways to sign in. */
async function takeOverUnproven(
  tx: Database,
  { id, emailVerified }: { id: string; emailVerified: boolean },
  { organizationId, now }: { organizationId: string; now: Date },
): Promise<void> {
  if (emailVerified || (await unknownMembers(tx, organizationId, [id])).length === 0) return
  const account = await lockAccount(tx, id)
  await proveAddress(tx, account!, { now, via: 'provision' })
  await dropPassword(tx, id)
}

async function applyPassword(
  tx: Database,
  { userId, password, now }: { userId: string; password: string; now: Date },
): Promise<boolean> {
  const stored = await passwordOf(tx, userId)
  if (stored !== undefined && (await isPassword(password, stored))) return false
  await putPassword(tx, { userId, password: await hashPassword(password) }, now)
  return true
}

interface FirstAccessParts {
  readonly now: Date
  readonly vault: Pick<Vault, 'sign'>
}

/**
 * The setup token while no account exists, and the first organization if there is none; null otherwise. Every process
 * and every start gets the same token, so that all printed links work until one is used.
 */
export async function createFirstAccess(db: Database, parts: FirstAccessParts): Promise<FirstAccess | null> {
  return db.transaction(async (tx) => {
    await lockInstallation(tx)
    if (!(await anyOrganization(tx))) return createFirstOrganization(tx, parts)
    const first = await firstSetupToken(tx)
    if (!first || (await anyUser(tx))) return null
    return { setupToken: await putSetupToken(tx, first, parts), apiKey: null }
  })
}

async function createFirstOrganization(tx: Database, parts: FirstAccessParts): Promise<FirstAccess> {
  const { now } = parts
  const { id: organizationId } = await putOrganization(tx, firstOrganization, now)
  const key = newApiKey()
  await addKey(tx, { organizationId, name: 'First key', scope: 'write', key }, now)
  return { setupToken: await putSetupToken(tx, { organizationId, createdAt: now }, parts), apiKey: key.key }
}

/** It follows from the first token of this set-up; a later set-up has another one. */
async function putSetupToken(
  tx: Database,
  { organizationId, createdAt }: { organizationId: string; createdAt: Date },
  { now, vault }: FirstAccessParts,
): Promise<string> {
  const signature = vault.sign(Buffer.from(`${organizationId} ${createdAt.toISOString()}`), 'setup token')
  const token = signature.subarray(0, 24).toString('base64url')
  await addSetupToken(tx, { hash: fingerprint(token), organizationId }, now)
  return token
}

const firstOrganization = { name: 'My organization', slug: unnamedSlug, plan: 'enterprise', limits: {} } as const
