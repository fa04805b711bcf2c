// Tests the migration of accounts from before addresses were verified.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { sql } from '../database/sql.ts'
import { addActivity, addActivityOfPerson } from './activity.ts'
import { putOrganization } from './organizations.ts'
import { putMember, putUser } from './users.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = new Date('2026-03-02T12:00:00Z')
const file = readFileSync(new URL('../migrations/0043-verified-addresses.sql', import.meta.url), 'utf8')

it('keeps the first owner and provisioned users verified, and no invited user', async () => {
  const store = await newStore()
  const { id: organizationId } = await putOrganization(
    store,
    { name: 'Acme', slug: 'acme', plan: 'enterprise', limits: {} },
    now,
  )
  const person = async (name: string): Promise<{ id: string; name: string; email: string }> => {
    const email = `${name}@example.com`
    const { id } = await putUser(store, { name, email }, now)
    await putMember(store, { organizationId, userId: id, role: 'member' }, now)
    return { id, name, email }
  }
  const joined = async (who: { id: string; name: string; email: string }, at: Date): Promise<void> => {
    const changes = { role: { from: null, to: 'member' }, via: 'dashboard' }
    const event = { entityType: 'user', entityId: who.id, entityName: who.name, action: 'user.joined', changes }
    await addActivity(store, { organizationId, actor: who, events: [event], now: at })
  }
  const first = await person('first')
  await addActivityOfPerson(store, { email: first.email, action: 'user.joined', changes: { by: 'setup' } }, now)
  await joined(await person('invited'), now)
  // Provisioned, and invited to another organization a day later.
  await joined(await person('provisioned'), later)
  await store.script(file.slice(file.indexOf('update users')))
  expect(await store.rows(sql`select name, email_verified as verified from users order by name`)).toEqual([
    { name: 'first', verified: true },
    { name: 'invited', verified: false },
    { name: 'provisioned', verified: true },
  ])
})
