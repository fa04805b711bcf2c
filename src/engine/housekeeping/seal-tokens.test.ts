import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { emptyDatabase, newStore, storeOn } from '../../../test/kit/lapwing/database.ts'
import { quiet } from '../../../test/kit/log.ts'
import { monitorRow } from '../../../test/kit/resources/monitors.ts'
import { openToken, sealToken } from '../../domain/address-token.ts'
import { newId } from '../../domain/id.ts'
import { fingerprint } from '../../domain/secret.ts'
import { SecretUnreadable, createVault } from '../../domain/vault.ts'
import {
  addToken,
  organizationOfPingKey,
  ownerOfToken,
  replaceToken,
  sealedTokenOf,
} from '../../store/accounts/address-tokens.ts'
import { putOrganization } from '../../store/accounts/organizations.ts'
import type { Store } from '../../store/database/database.ts'
import { migrate } from '../../store/database/migrate.ts'
import { sql } from '../../store/database/sql.ts'
import { addMonitor } from '../../store/monitors/monitors.ts'
import { showMonitor } from '../../store/monitors/shown-monitors.ts'
import { reseal } from './reseal.ts'
import { sealTokens } from './seal-tokens.ts'

const now = new Date('2026-03-01T12:00:00Z')
const [key, nextKey] = [
  'a key of at least thirty-two characters',
  'the next key, thirty-two characters or more',
] as const
const vault = createVault([key])

async function prepared() {
  const store = await newStore()
  const organization = { name: 'one', slug: 'one', plan: 'enterprise', limits: {} } as const
  const { id: organizationId } = await putOrganization(store, organization, now)
  const monitorId = newId(now)
  await addMonitor(store, organizationId, monitorRow(now, { id: monitorId, type: 'heartbeat' }), now)
  return { store, organizationId, monitorId }
}

/** The database as it was before addresses were sealed. */
async function olderStore(): Promise<Store> {
  const store = storeOn(await emptyDatabase())
  const folder = new URL('../../store/migrations/', import.meta.url)
  const older = readdirSync(folder).sort().slice(0, 19)
  await store.transaction(async (tx) => {
    await tx.run(sql`create table migrations (number integer primary key, name text, applied_at timestamptz)`)
    for (const [index, name] of older.entries()) {
      await tx.script(readFileSync(new URL(name, folder), 'utf8'))
      await tx.run(sql`insert into migrations values (${index + 1}, ${name}, ${now})`)
    }
  })
  return store
}

it('addresses of an earlier version still work', async () => {
  const store = await olderStore()
  const [organizationId, monitorId, userId] = [newId(now), newId(now), newId(now)]
  await store.transaction(async (tx) => {
    await tx.run(sql`
      insert into organizations (id, name, slug, plan, ping_key, created_at, updated_at)
      values (${organizationId}, 'One', 'one', 'pro', 'the ping key', ${now}, ${now})`)
    await tx.run(sql`
      insert into users (id, name, email, created_at, updated_at)
      values (${userId}, 'Ada', 'ada@example.com', ${now}, ${now})`)
    await tx.run(sql`
      insert into members (id, organization_id, user_id, role, calendar_token, created_at)
      values (${newId(now)}, ${organizationId}, ${userId}, 'owner', 'my calendar', ${now})`)
    await tx.run(sql`
      insert into on_call_schedules
        (organization_id, name, timezone, enabled, layers, calendar_token, revised_at, created_at, updated_at)
      values (${organizationId}, 'Nights', 'UTC', true, '[]', 'their calendar', ${now}, ${now}, ${now})`)
    await tx.run(sql`
      insert into monitors (
        organization_id, id, name, type, target, ping_token, interval_seconds, scheduling_strategy, location_ids, tags,
        config, slugs, state, created_at, updated_at
      )
      values (
        ${organizationId}, ${monitorId}, 'Backup', 'heartbeat', '', 'check in', 60, 'roundrobin',
        '{}', '{}', '{}', '{}',
        'up', ${now}, ${now}
      )`)
  })
  await migrate(store, { log: quiet, now })
  expect(await sealTokens(store, vault)).toBe(4)
  expect(await organizationOfPingKey(store, 'the ping key')).toMatchObject({ id: organizationId })
  expect(await ownerOfToken(store, 'my calendar')).toMatchObject({ organizationId, userId })
  expect(await ownerOfToken(store, 'their calendar')).toMatchObject({ scheduleId: expect.any(Number) })
  const monitor = await showMonitor(store, organizationId, monitorId)
  expect(openToken(vault, { organizationId, monitorId }, monitor!.pingToken!)).toBe('check in')
})

it('encrypts tokens that are stored in clear, once; they work as before', async () => {
  const { store, organizationId, monitorId } = await prepared()
  const owners = [{ organizationId }, { organizationId, monitorId }]
  for (const [n, owner] of owners.entries())
    await store.run(sql`
      insert into address_tokens (hash, organization_id, monitor_id, plain)
      values (${fingerprint(`token ${n}`)}, ${organizationId}, ${owner.monitorId ?? null}, ${`token ${n}`})`)
  expect(await sealTokens(store, vault, 1)).toBe(2)
  expect(await sealTokens(store, vault)).toBe(0)
  for (const [n, owner] of owners.entries()) {
    expect(await ownerOfToken(store, `token ${n}`)).toMatchObject(owner)
    expect(openToken(vault, owner, (await sealedTokenOf(store, owner))!)).toBe(`token ${n}`)
  }
  const rows = await store.rows<{ text: string }>(sql`select t::text as text from address_tokens t`)
  const hex = Buffer.from('token ').toString('hex')
  expect(rows.filter(({ text }) => text.includes('token ') || text.includes(hex))).toEqual([])
})

it('a token is bound to its owner, and gets the new key with the other secrets', async () => {
  const { store, organizationId, monitorId } = await prepared()
  const owner = { organizationId, monitorId }
  await addToken(store, owner, sealToken(vault, owner, 'first'))
  await addToken(store, owner, sealToken(vault, owner, 'not kept'))
  expect(await ownerOfToken(store, 'not kept')).toBeUndefined()
  await replaceToken(store, owner, sealToken(vault, owner, 'second'))
  expect(await ownerOfToken(store, 'first')).toBeUndefined()
  expect(await reseal(store, createVault([nextKey, key]))).toBe(1)
  const sealed = (await sealedTokenOf(store, owner))!
  expect(openToken(vault, owner, sealed)).toBeNull()
  expect(openToken(createVault([nextKey]), owner, sealed)).toBe('second')
  expect(() => createVault([nextKey]).open(sealed, organizationId)).toThrow(SecretUnreadable)
})
