import { expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { monitorRow } from '../../../test/kit/resources/monitors.ts'
import { secretContext } from '../../channels/shared/secrets.ts'
import { newId } from '../../domain/id.ts'
import { variableContext } from '../../domain/checking/variable.ts'
import { SecretUnreadable, createVault } from '../../domain/vault.ts'
import type { Store } from '../../store/database/database.ts'
import { addMonitor } from '../../store/monitors/monitors.ts'
import { addChannel, newChannelId } from '../../store/notifications/channels.ts'
import { twoFactorContext } from '../../codecs/totp.ts'
import { beginTwoFactor, findTwoFactor } from '../../store/accounts/two-factors.ts'
import { putUser } from '../../store/accounts/users.ts'
import { cursorKey, pushKeys, sealedPushKeys } from '../../store/accounts/installation.ts'
import { putOrganization } from '../../store/accounts/organizations.ts'
import { putVariable, variablesOfOrganization } from '../../store/checking/variables.ts'
import { sql } from '../../store/database/sql.ts'
import { reseal } from './reseal.ts'

const now = new Date('2026-03-01T12:00:00Z')
const [oldKey, newKey, otherKey] = ['old', 'new', 'other'].map(
  (name) => `the ${name} key, of at least thirty-two characters`,
) as [string, string, string]

/** Monitors in two organizations; every third has no secrets. */
async function monitorsWith(store: Store, count: number): Promise<Map<string, string | null>> {
  const vault = createVault([oldKey])
  const made = new Map<string, string | null>()
  const organizations = [await newOrganization(store, 'one'), await newOrganization(store, 'two')]
  for (let n = 0; n < count; n++) {
    const id = newId(now)
    const secret = n % 3 === 2 ? null : `secret ${n}`
    const secrets = secret === null ? null : vault.seal(secret, id)
    await addMonitor(store, organizations[n % 2]!, monitorRow(now, { id, secrets }), now)
    made.set(id, secret)
  }
  return made
}

/** Channels of one organization; every third has no secrets. */
async function channelsWith(store: Store, count: number): Promise<Map<number, string | null>> {
  const vault = createVault([oldKey])
  const made = new Map<number, string | null>()
  const organizationId = await newOrganization(store, 'three')
  const usual = {
    name: 'Hook',
    type: 'webhook',
    enabled: true,
    isDefault: false,
    severityFilter: ['critical'],
    config: {},
  } as const
  for (let n = 0; n < count; n++) {
    const id = await newChannelId(store)
    const secret = n % 3 === 2 ? null : `secret ${n}`
    const secrets = secret === null ? null : vault.seal(secret, secretContext(id))
    await addChannel(store, organizationId, { channel: { ...usual, id, secrets, fallbackChannelId: null }, now })
    made.set(id, secret)
  }
  return made
}

const newOrganization = async (store: Store, slug: string): Promise<string> =>
  (await putOrganization(store, { name: slug, slug, plan: 'enterprise', limits: {} }, now)).id

async function opened(store: Store, key: string): Promise<Map<string, string | null>> {
  const vault = createVault([key])
  const rows = await store.rows<{ id: string; secrets: Buffer | null }>(sql`select id, secrets from monitors`)
  return new Map(rows.map(({ id, secrets }) => [id, secrets && vault.open(secrets, id)]))
}

it('encrypts every stored secret with the new key, once, in batches of any size', async () => {
  const store = await newStore()
  const made = await monitorsWith(store, 20)
  const vault = createVault([newKey, oldKey])
  expect(await reseal(store, vault, 4)).toBe(14)
  expect(await opened(store, newKey)).toEqual(made)
  expect(await reseal(store, vault, 4)).toBe(0)
})

it('encrypts the secrets of channels, each bound to its channel', async () => {
  const store = await newStore()
  await monitorsWith(store, 2)
  const made = await channelsWith(store, 9)
  const vault = createVault([newKey, oldKey])
  expect(await reseal(store, vault, 4)).toBe(8)
  const current = createVault([newKey])
  const rows = await store.rows<{ id: number; secrets: Buffer | null }>(
    sql`select id, secrets from notification_channels`,
  )
  expect(new Map(rows.map(({ id, secrets }) => [id, secrets && current.open(secrets, secretContext(id))]))).toEqual(
    made,
  )
  expect(await reseal(store, vault, 4)).toBe(0)
})

it('continues after an interruption: secrets with the new key stay as they are', async () => {
  const store = await newStore()
  const made = await monitorsWith(store, 4)
  const [id = '', secret = null] = [...made][0]!
  const sealed = createVault([newKey]).seal(secret ?? '', id)
  await store.run(sql`update monitors set secrets = ${sealed} where id = ${id}`)
  expect(await reseal(store, createVault([newKey, oldKey]))).toBe(2)
  expect(await store.row(sql`select secrets from monitors where id = ${id}`)).toEqual({ secrets: sealed })
  expect(await opened(store, newKey)).toEqual(made)
})

it('changes nothing if one secret cannot be read', async () => {
  const store = await newStore()
  const made = await monitorsWith(store, 6)
  const id = [...made.keys()].toSorted().findLast((id) => made.get(id))!
  await store.run(sql`update monitors set secrets = ${createVault([otherKey]).seal('lost', id)} where id = ${id}`)
  await expect(reseal(store, createVault([newKey, oldKey]), 2)).rejects.toThrow(SecretUnreadable)
  await store.run(
    sql`update monitors set secrets = ${createVault([oldKey]).seal(made.get(id) ?? '', id)} where id = ${id}`,
  )
  expect(await opened(store, oldKey)).toEqual(made)
})

it('does nothing without secrets', async () => {
  expect(await reseal(await newStore(), createVault([newKey, oldKey]))).toBe(0)
})

it('encrypts the secrets of authenticators', async () => {
  const store = await newStore()
  const { id: userId } = await putUser(store, { name: 'Ada', email: 'ada@example.com' }, now)
  const context = twoFactorContext(userId)
  await beginTwoFactor(store, { userId, secrets: createVault([oldKey]).seal('JBSWY3DP', context) }, now)
  expect(await reseal(store, createVault([newKey, oldKey]))).toBe(1)
  expect(createVault([newKey]).open((await findTwoFactor(store, userId))!.secrets, context)).toBe('JBSWY3DP')
})

it('encrypts the variables of organizations', async () => {
  const store = await newStore()
  const [id, organizationId] = [newId(now), await newOrganization(store, 'scripts')]
  const secrets = createVault([oldKey]).seal('open sesame', variableContext(id))
  await putVariable(store, organizationId, { id, name: 'SECRET', secrets }, now)
  expect(await reseal(store, createVault([newKey, oldKey]))).toBe(1)
  const [kept] = await variablesOfOrganization(store, organizationId)
  expect(createVault([newKey]).open(kept!.secrets, variableContext(id))).toBe('open sesame')
})

it('reseals the keys for push services', async () => {
  const store = await newStore()
  await cursorKey(store)
  const keys = await pushKeys(store, createVault([oldKey]))
  const vault = createVault([newKey, oldKey])
  expect(await reseal(store, vault)).toBe(1)
  expect(vault.isCurrent((await sealedPushKeys(store))!)).toBe(true)
  expect(await pushKeys(store, createVault([newKey]))).toEqual(keys)
})
