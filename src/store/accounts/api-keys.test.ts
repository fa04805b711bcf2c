import { beforeEach, describe, expect, it } from 'vitest'
import { sharedStore } from '../../../test/kit/lapwing/database.ts'
import { limitsOf } from '../../domain/plan.ts'
import { newApiKey, newToken } from '../../domain/secret.ts'
import { addKey, callerOfKey, noteKeyUse, putProvisionedKey, revokeOtherProvisionedKeys } from './api-keys.ts'
import type { Store } from '../database/database.ts'
import { putOrganization } from './organizations.ts'
import { sql } from '../database/sql.ts'

const now = new Date('2026-03-01T12:00:00.500Z')
const later = new Date('2026-03-02T12:00:00Z')
const shared = sharedStore()
let [key, other] = [newApiKey(), newApiKey()]

// Each test has its own keys and organizations.
beforeEach(() => {
  key = newApiKey()
  other = newApiKey()
})

const newOrganization = async (name: string): Promise<string> =>
  (await putOrganization(shared(), { name, slug: newToken(), plan: 'pro', limits: { monitors: 3 } }, now)).id

async function setUp() {
  const organizationId = await newOrganization('Acme')
  return { store: shared(), organizationId, draft: { organizationId, name: 'rw', scope: 'write', key } as const }
}

const callerOf = (store: Store, { hash } = key, at = now) => callerOfKey(store, { hash, now: at })

describe('the caller of a key', () => {
  it('has its credential and organization, with the limits of the plan and their overrides', async () => {
    const { store, organizationId, draft } = await setUp()
    await addKey(store, draft, now)
    expect(await callerOf(store)).toEqual({
      credential: {
        type: 'api_key',
        id: expect.any(String),
        name: 'rw',
        prefix: key.prefix,
        scope: 'write',
        createdAt: now,
        lastUsedAt: null,
        expiresAt: null,
        clientId: null,
      },
      user: null,
      organization: {
        id: organizationId,
        name: 'Acme',
        slug: expect.any(String),
        plan: 'pro',
        timezone: 'UTC',
        language: 'en',
        createdAt: now,
        limits: { ...limitsOf('pro'), monitors: 3 },
      },
    })
  })

  it('does not exist for an unknown key', async () => {
    const { store } = await setUp()
    expect(await callerOf(store)).toBeUndefined()
  })

  it('does not exist once the key is revoked', async () => {
    const { store, draft } = await setUp()
    await addKey(store, draft, now)
    await store.run(sql`update api_keys set revoked_at = ${now} where hash = ${key.hash}`)
    expect(await callerOf(store)).toBeUndefined()
  })

  it('does not exist from the expiry of the key', async () => {
    const { store, draft } = await setUp()
    await addKey(store, draft, now)
    await store.run(sql`update api_keys set expires_at = ${later} where hash = ${key.hash}`)
    expect(await callerOf(store, key, new Date(later.getTime() - 1))).toMatchObject({
      credential: { expiresAt: later },
    })
    expect(await callerOf(store, key, later)).toBeUndefined()
  })

  it('updates the last use', async () => {
    const { store, draft } = await setUp()
    await addKey(store, draft, now)
    await noteKeyUse(store, { id: (await callerOf(store))!.credential.id, now: later })
    expect(await callerOf(store)).toMatchObject({ credential: { lastUsedAt: later } })
  })
})

describe('a key', () => {
  it('is stored only as its hash and first characters', async () => {
    const { store, draft } = await setUp()
    await addKey(store, draft, now)
    const { row } = (await store.row<{ row: string }>(
      sql`select to_jsonb(k)::text as row from api_keys k where hash = ${key.hash}`,
    ))!
    expect(row).not.toContain(key.key)
    expect(row).toContain(key.hash.toString('hex'))
  })

  it('cannot exist twice', async () => {
    const { store, draft } = await setUp()
    await addKey(store, draft, now)
    await expect(addKey(store, draft, now)).rejects.toThrow(/unique/)
  })
})

describe('a provisioned key', () => {
  it('is created once, and updated only on request', async () => {
    const { store, draft } = await setUp()
    const made = await putProvisionedKey(store, draft, now)
    expect(made).toEqual({ id: expect.any(String), changed: true })
    expect(await putProvisionedKey(store, draft, later)).toEqual({ id: made?.id, changed: false })
    expect(await putProvisionedKey(store, { ...draft, scope: 'read' }, later)).toEqual({ id: made?.id, changed: true })
    expect(await callerOf(store)).toMatchObject({ credential: { scope: 'read', createdAt: now } })
  })

  it('is refused if another organization has it', async () => {
    const { store, draft } = await setUp()
    await putProvisionedKey(store, draft, now)
    const id = await newOrganization('Other')
    expect(await putProvisionedKey(store, { ...draft, organizationId: id }, now)).toBeUndefined()
    expect(await callerOf(store)).toMatchObject({ organization: { name: 'Acme' } })
  })

  it('is revoked when it is no longer listed, and restored when it is listed again', async () => {
    const { store, organizationId, draft } = await setUp()
    const made = await putProvisionedKey(store, draft, now)
    await putProvisionedKey(store, { ...draft, name: 'second', key: other }, now)
    expect(await revokeOtherProvisionedKeys(store, { organizationId, keep: [made!.id], now: later })).toBe(1)
    expect(await revokeOtherProvisionedKeys(store, { organizationId, keep: [made!.id], now: later })).toBe(0)
    expect(await callerOf(store, other)).toBeUndefined()
    expect(await callerOf(store)).toBeDefined()
    expect(await putProvisionedKey(store, { ...draft, name: 'second', key: other }, later)).toMatchObject({
      changed: true,
    })
    expect(await callerOf(store, other)).toBeDefined()
  })

  it('is the only kind revoked this way, and only in its organization', async () => {
    const { store, draft } = await setUp()
    await addKey(store, draft, now)
    const id = await newOrganization('Other')
    await putProvisionedKey(store, { ...draft, organizationId: id, key: other }, now)
    expect(
      await revokeOtherProvisionedKeys(store, { organizationId: draft.organizationId, keep: [], now: later }),
    ).toBe(0)
    expect(await callerOf(store)).toBeDefined()
    expect(await callerOf(store, other)).toBeDefined()
  })
})
