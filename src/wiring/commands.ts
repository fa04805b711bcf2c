// Commands that run on the machine itself, even while Lapwing runs.
import { newApiKey, newToken, fingerprint } from '../domain/secret.ts'
import type { KeyScope } from '../domain/caller.ts'
import { reseal } from '../engine/housekeeping/reseal.ts'
import { createVault } from '../domain/vault.ts'
import { rotateSigningKey } from '../operations/incidents/signing-key.ts'
import { newResetLink } from '../operations/people/reset-links.ts'
import { type DatabaseParts, openDatabase, openDatabaseBeside } from './open-database.ts'
import type { Stoppable } from '../roles/stoppable.ts'
import { acceptLostKey, openVault } from './open-vault.ts'
import { beginRotation } from './secret-keys.ts'
import { describeUses } from '../domain/self-monitoring.ts'
import { BadSetting } from '../settings.ts'
import { addActivity, addActivityOfPerson } from '../store/accounts/activity.ts'
import { type KeyShown, addKey, listKeys, revokeKey } from '../store/accounts/api-keys.ts'
import { findOrganization, anyOrganization } from '../store/accounts/organizations.ts'
import { addSetupToken } from '../store/accounts/setup-tokens.ts'
import { dropTwoFactor } from '../store/accounts/two-factors.ts'
import { accountOf, anyUser } from '../store/accounts/users.ts'
import type { Store } from '../store/database/database.ts'
import { liveProcesses } from '../store/database/processes.ts'

type Open = (parts: DatabaseParts, opened: Stoppable[]) => Promise<Store>

/** Re-encrypts the stored secrets with a new key; returns how many there were. */
export function rotateKey(parts: DatabaseParts): Promise<number> {
  return withDatabase(parts, openDatabase, async (store) => {
    // A rotation away from the wrong key would lose everything.
    await openVault(parts.settings, store)
    const { keys, finish } = beginRotation(parts.settings)
    const changed = await reseal(store, createVault(keys))
    finish()
    return changed
  })
}

/** Signs bundles with a new key from now on; returns its id. */
export function replaceSigningKey(parts: DatabaseParts): Promise<string> {
  return withDatabase(parts, openDatabaseBeside, async (store) => {
    const vault = await openVault(parts.settings, store)
    return (await rotateSigningKey(store, vault, parts.clock.now())).id
  })
}

/** Starts over with another key. Returns what can no longer be decrypted, in words. */
export function giveUpLostKey(parts: DatabaseParts): Promise<string> {
  return withDatabase(parts, openDatabase, async (store) => {
    const busy = await liveProcesses(store, parts.clock.now())
    if (busy > 0)
      throw new BadSetting(
        'Another Lapwing is running with this database and has the key: use that key, or stop that process.',
      )
    return describeUses(await acceptLostKey(parts.settings, store))
  })
}

export interface WantedKey {
  readonly name: string
  readonly scope: KeyScope
  /** Its slug; the first organization by default. */
  readonly organization: string | undefined
}

export function createKey(parts: DatabaseParts, { name, scope, organization }: WantedKey): Promise<string> {
  return withDatabase(parts, openDatabaseBeside, async (store) => {
    const organizationId = await organizationOf(store, organization)
    const key = newApiKey()
    await addKey(store, { organizationId, name, scope, key }, parts.clock.now())
    return key.key
  })
}

export function keysOf(parts: DatabaseParts, organization: string | undefined): Promise<KeyShown[]> {
  return withDatabase(parts, openDatabaseBeside, async (store) =>
    listKeys(store, await organizationOf(store, organization)),
  )
}

/** Revokes the key with this id, first characters or name. */
export function endKey(
  parts: DatabaseParts,
  { word, organization }: { readonly word: string; readonly organization: string | undefined },
): Promise<KeyShown> {
  return withDatabase(parts, openDatabaseBeside, (store) =>
    store.transaction(async (tx) => {
      const organizationId = await organizationOf(store, organization)
      const keys = await listKeys(tx, organizationId)
      const [key, ...others] = keys.filter(({ id, name, prefix }) => [id, name, prefix].includes(word))
      if (!key) throw new BadSetting(`${word}: no key has this id, these first characters or this name.`)
      if (others.length > 0)
        throw new BadSetting(
          `${word}: several keys match; use an id: ${[key, ...others].map(({ id }) => id).join(', ')}.`,
        )
      if (key.provisioned) throw new BadSetting(`${word}: comes from the provision file; remove it there.`)
      const now = parts.clock.now()
      await revokeKey(tx, { id: key.id, now })
      const subject = { entityType: 'api_key', entityId: key.id, entityName: key.name }
      const event = { ...subject, action: 'api_key.revoked', changes: { via: 'machine' } }
      await addActivity(tx, { organizationId, actor: null, events: [event], now })
      return key
    }),
  )
}

export function createSetupToken(parts: DatabaseParts): Promise<string> {
  return withDatabase(parts, openDatabaseBeside, async (store) => {
    if (await anyUser(store)) throw new BadSetting('The first account already exists; ask its owner to invite you.')
    const organizationId = await organizationOf(store, undefined)
    const token = newToken()
    await addSetupToken(store, { hash: fingerprint(token), organizationId }, parts.clock.now())
    return token
  })
}

export const setupLink = (origin: string, token: string): string => `${origin}/setup?token=${token}`

/** Creates a password reset link for an account. It works once, within a day. */
export function createResetLink(parts: DatabaseParts, email: string): Promise<string> {
  return withDatabase(parts, openDatabaseBeside, async (store) => {
    const account = await accountOf(store, email)
    if (!account) throw new BadSetting(`${email}: no account has this address.`)
    const { publicUrl, host, port } = parts.settings
    const origin = publicUrl ?? `http://${host}:${port}`
    const { url } = await newResetLink(store, {
      userId: account.id,
      // The operator vouches for the address.
      purpose: 'mailed-reset',
      origin,
      hours: 24,
      now: parts.clock.now(),
    })
    return url
  })
}

/** For users who have lost their authenticator and recovery codes. */
export function endTwoFactor(parts: DatabaseParts, email: string): Promise<void> {
  return withDatabase(parts, openDatabaseBeside, (store) =>
    store.transaction(async (tx) => {
      const account = await accountOf(tx, email)
      if (!account) throw new BadSetting(`${email}: no account has this address.`)
      if (!(await dropTwoFactor(tx, account.id)))
        throw new BadSetting(`${email}: already signs in without two-factor authentication.`)
      const event = { email, action: 'user.two_factor_disabled', changes: { via: 'machine' } }
      await addActivityOfPerson(tx, event, parts.clock.now())
    }),
  )
}

async function organizationOf(store: Store, slug: string | undefined): Promise<string> {
  const found = slug === undefined ? await anyOrganization(store) : await findOrganization(store, slug)
  if (found) return found.id
  throw new BadSetting(
    slug === undefined
      ? 'No organization exists yet: start Lapwing once with `npm start`.'
      : `${slug} is not an organization; --organization takes a slug.`,
  )
}

export async function withDatabase<Result>(
  parts: DatabaseParts,
  open: Open,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const opened: Stoppable[] = []
  try {
    return await work(await open(parts, opened))
  } finally {
    for (const part of opened.reverse()) await part.stop()
  }
}
