// Every operation with a session of single sign-on: nothing of the person changes outside that organization.
import { beforeAll, describe, expect, it } from 'vitest'
import { fingerprint } from '../../src/domain/secret.ts'
import { operations } from '../../src/operations/index.ts'
import type { Operation } from '../../src/operations/registry/define.ts'
import { callerOfKey } from '../../src/store/accounts/api-keys.ts'
import { putMember } from '../../src/store/accounts/users.ts'
import { Statement, sql } from '../../src/store/database/sql.ts'
import { type Answered, keys, sharedLapwing } from '../kit/lapwing/lapwing.ts'
import { type Real, makeOneOfEach, withReal } from '../kit/lapwing/one-of-each.ts'
import { type Person, signedIn } from '../kit/people/signed-in.ts'

const app = sharedLapwing()
const real: Real = new Map()
let ada: Person
let acmeId: string
let reader: Statement

const organizationOf = async (key: string): Promise<string> =>
  (await callerOfKey(app().store, { hash: fingerprint(key), now: app().clock.now() }))!.organization.id

beforeAll(async () => {
  await makeOneOfEach(
    app(),
    operations.filter(({ audience }) => audience === 'public'),
    { real, pathOf },
  )
  ada = await signedIn(app())
  acmeId = await organizationOf(keys.write)
  const now = app().clock.now()
  await putMember(
    app().store,
    { organizationId: await organizationOf(keys.other), userId: ada.user.id, role: 'owner' },
    now,
  )
  reader = await readerElsewhere()
})

/** Ids of what is there; the person herself is the user and the member. */
function pathOf({ path }: Operation): string {
  const parts = path.split('/')
  const known = (index: number): string =>
    real.get(parts.slice(0, index).join('/').replace('/dashboard', '').replace('/members', '/users')) ??
    '0198c5a2-8a00-7e55-a1b2-c3d4e5f60718'
  return parts.map((part, index) => (part.startsWith('{') ? known(index) : part)).join('/')
}

const ask = (person: Person, operation: Operation): Promise<Answered> =>
  person.ask(operation.method, pathOf(operation), { body: withReal(real, operation.bodyExample) })

// When the person was seen last, and through which host, is noted with every request.
const volatile = ['last_seen_at', 'updated_at']

/** Reads all rows of the person that do not belong to Acme, in every table that has such rows. */
async function readerElsewhere(): Promise<Statement> {
  const tables = await app().store.rows<{ name: string; hasOrganization: boolean }>(sql`
    select table_name as name, bool_or(column_name = 'organization_id') as "hasOrganization"
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE'
    group by table_name
    having bool_or(column_name = 'user_id')`)
  const isElsewhere: Record<string, Statement> = { sessions: sql`t.single_sign_on_organization_id is null` }
  const readers = tables.map(({ name, hasOrganization }) => {
    const elsewhere = isElsewhere[name] ?? (hasOrganization ? sql`t.organization_id <> ${acmeId}` : sql`true`)
    const table = new Statement([name], [])
    return sql`select ${name} as name, to_jsonb(t) as row from ${table} t where t.user_id = ${ada.user.id} and ${elsewhere}`
  })
  const all = [sql`select 'users' as name, to_jsonb(u) as row from users u where u.id = ${ada.user.id}`, ...readers]
  return new Statement(['', ...all.slice(1).map(() => ' union all '), ''], all)
}

async function rowsElsewhere(): Promise<string[]> {
  const rows = await app().store.rows<{ name: string; row: Record<string, unknown> }>(reader)
  return rows
    .map(({ name, row }) => {
      for (const key of volatile) delete row[key]
      return `${name} ${JSON.stringify(row)}`
    })
    .toSorted()
}

const changing = operations.filter(({ method, access }) => method !== 'GET' && access !== 'read')

it('changes nothing of the person outside the organization', async () => {
  let before = await rowsElsewhere()
  expect(new Set(before.map((row) => row.split(' ', 1)[0]))).toEqual(new Set(['users', 'sessions', 'members']))
  const wrong: string[] = []
  for (const operation of changing.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))) {
    const { status } = await ask(await signedIn(app(), { user: ada.user, singleSignOn: true }), operation)
    if (status >= 500) wrong.push(`${operation.id}: ${status}`)
    const after = await rowsElsewhere()
    const changed = [...before.filter((row) => !after.includes(row)), ...after.filter((row) => !before.includes(row))]
    wrong.push(...changed.map((row) => `${operation.id}: ${row}`))
    before = after
  }
  expect(wrong).toEqual([])
})

describe('what changes the person', () => {
  const personal = operations.filter(({ changesPerson }) => changesPerson !== undefined)

  it('is refused with what to do instead, and allowed to a session of their own', async () => {
    const provided = await signedIn(app(), { user: ada.user, singleSignOn: true })
    const { rights } = (await provided.ask('GET', '/dashboard/session')).body
    expect(rights).toMatchObject({ own: true, settings: false, credentials: false })
    for (const operation of personal) {
      const { status, body } = await ask(provided, operation)
      expect([operation.id, status, body.error.message]).toEqual([
        operation.id,
        403,
        expect.stringMatching(/sign in with your password or passkey/i),
      ])
    }
    const before = await rowsElsewhere()
    const saved = await ada.ask('PATCH', '/dashboard/preferences', { body: { theme: 'dark' } })
    expect(saved.status, saved.text).toBe(200)
    expect(await rowsElsewhere()).not.toEqual(before)
  })

  it('is declared by every operation below the addresses of a person', () => {
    // These end sessions and apps of the organization only.
    const ofOrganization = ['endOpenSession']
    const below = changing.filter(({ path }) => /^\/dashboard\/(me|preferences)(\/|$)/.test(path))
    expect(below.length).toBeGreaterThan(8)
    expect(below.filter(({ changesPerson }) => !changesPerson).map(({ id }) => id)).toEqual(ofOrganization)
  })

  it('includes their settings only while they are in another organization', async () => {
    const mia = await signedIn(app(), { role: 'member' })
    const provided = await signedIn(app(), { user: mia.user, singleSignOn: true })
    const body = { theme: 'dark' }
    expect((await provided.ask('PATCH', '/dashboard/preferences', { body })).status).toBe(200)
    const organizationId = await organizationOf(keys.other)
    await putMember(app().store, { organizationId, userId: mia.user.id, role: 'viewer' }, app().clock.now())
    expect((await provided.ask('PATCH', '/dashboard/preferences', { body })).status).toBe(403)
    expect((await mia.ask('PATCH', '/dashboard/preferences', { body })).status).toBe(200)
  })
})
