// Provisioning is mostly SQL, so it is tested here, on the oldest supported server.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newDatabase, newStore, storeOn } from '../../../test/kit/lapwing/database.ts'
import { provision } from '../../../test/kit/lapwing/provision.ts'
import { fingerprint, isPassword } from '../../domain/secret.ts'
import { addSetupToken, dropSetupTokens, firstSetupToken } from './setup-tokens.ts'
import { monitorRow } from '../../../test/kit/resources/monitors.ts'
import { clientSecretContext } from '../../domain/people/open-id.ts'
import { createVault } from '../../domain/vault.ts'
import { createFirstAccess } from '../../operations/provision/apply.ts'
import { callerOfKey } from './api-keys.ts'
import type { Database, Store } from '../database/database.ts'
import { cursorKey } from './installation.ts'
import { listLocations } from '../checking/locations.ts'
import { Statement, sql } from '../database/sql.ts'
import { addMonitor, changeMonitors, lockMonitor } from '../monitors/monitors.ts'
import { noteTested, singleSignOnOfSlug } from './single-sign-on.ts'
import { passwordOf, putUser } from './users.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = new Date('2026-03-02T12:00:00Z')
const key = 'lw_test_write_0123456789abcdef'
const vault = createVault(['a key of at least thirty-two characters'])

const file = `
organizations:
  - name: Acme
    plan: pro
    limits: { monitors: 3 }
    apiKeys: [ { name: rw, scope: write, key: ${key} } ]
    users:
      - { name: Ada, email: Ada@Example.com, password: "correct horse battery", role: owner }
      - { name: Grace, email: grace@example.com }
  - name: Other
    users: [ { name: Ada, email: ada@example.com, role: viewer } ]
locations:
  - { slug: fra, name: Frankfurt, region: eu, country: Germany, countryCode: DE, embedded: true }
  - { slug: nyc, name: New York, region: us, country: United States, countryCode: US }
`

const apply = async (db: Database, text: string, at = now) => {
  await provision(db, text, { now: at, vault })
  return createFirstAccess(db, { now: at, vault })
}

async function prepared(): Promise<Store> {
  const store = await newStore()
  await cursorKey(store)
  return store
}

const tables = ['organizations', 'users', 'accounts', 'members', 'api_keys', 'locations', 'activity', 'setup_tokens']

async function everything(db: Database): Promise<unknown> {
  const rows = await Promise.all(
    tables.map((table) => db.rows(new Statement([`select * from ${table} order by 1`], []))),
  )
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]]))
}

const names = async (db: Database, statement: Statement): Promise<string[]> =>
  (await db.rows<{ name: string }>(statement)).map(({ name }) => name)

describe('a provision file', () => {
  it('creates its resources', async () => {
    const store = await prepared()
    expect(await apply(store, file)).toBeNull()
    const members = await names(
      store,
      sql`
      select o.name || ' ' || u.email || ' ' || m.role as name
      from members m join users u on u.id = m.user_id join organizations o on o.id = m.organization_id
      order by 1`,
    )
    expect(members).toEqual([
      'Acme ada@example.com owner',
      'Acme grace@example.com member',
      'Other ada@example.com viewer',
    ])
    expect(await callerOfKey(store, { hash: fingerprint(key), now })).toMatchObject({
      organization: { name: 'Acme', plan: 'pro', limits: { monitors: 3 } },
    })
    expect((await listLocations(store, randomUUID(), { after: undefined, limit: 10 })).map(({ name }) => name)).toEqual(
      ['Frankfurt', 'New York'],
    )
  })

  it('stores passwords like better-auth, and none for users without one', async () => {
    const store = await prepared()
    await apply(store, file)
    const [ada, grace] = await store.rows<{ id: string }>(sql`select id from users order by email`)
    expect(await isPassword('correct horse battery', (await passwordOf(store, ada!.id))!)).toBe(true)
    expect(await passwordOf(store, grace!.id)).toBeUndefined()
    expect(await store.row(sql`select provider_id, account_id = user_id::text as own from accounts`)).toEqual({
      provider_id: 'credential',
      own: true,
    })
  })

  it('changes nothing when applied again, not even a date or an event', async () => {
    const store = await prepared()
    await apply(store, file)
    const before = await everything(store)
    expect(await apply(store, file, later)).toBeNull()
    expect(await everything(store)).toEqual(before)
  })

  it('is applied once if replicas start together', async () => {
    const connection = await newDatabase()
    const stores = Array.from({ length: 4 }, () => storeOn(connection, 2))
    const cursorKeys = await Promise.all(stores.map(cursorKey))
    expect(new Set(cursorKeys.map((bytes) => bytes.toString('hex'))).size).toBe(1)
    await Promise.all(stores.map((store) => apply(store, file)))
    expect(await names(stores[0]!, sql`select action as name from activity`)).toEqual([
      'config.applied',
      'config.applied',
    ])
    expect(await names(stores[0]!, sql`select slug as name from locations order by 1`)).toEqual(['fra', 'nyc'])
  })

  it('updates its resources when it changes, with one activity entry each', async () => {
    const store = await prepared()
    await apply(store, file)
    await apply(store, file.replace('plan: pro', 'plan: business').replace('name: Grace', 'name: Grace H.'), later)
    expect(await names(store, sql`select entity_name as name from activity where created_at = ${later}`)).toEqual([
      'Acme',
    ])
    expect(await callerOfKey(store, { hash: fingerprint(key), now })).toMatchObject({
      organization: { plan: 'business' },
    })
    expect(await names(store, sql`select name from users order by email`)).toEqual(['Ada', 'Grace H.'])
  })

  it('updates the spelling of an organization, but keeps a name that a user set', async () => {
    const store = await prepared()
    const organizations = (): Promise<string[]> => names(store, sql`select name from organizations order by slug`)
    await apply(store, file)
    await apply(store, file.replace('- name: Acme', '- name: ACME'), later)
    expect(await organizations()).toEqual(['ACME', 'Other'])
    await store.run(sql`update organizations set name = 'Acme Industries' where slug = 'acme'`)
    await apply(store, file, later)
    expect(await organizations()).toEqual(['Acme Industries', 'Other'])
  })

  it('changes a password, and keeps one that it no longer lists', async () => {
    const store = await prepared()
    await apply(store, file)
    const { id } = (await store.row<{ id: string }>(sql`select id from users where email = 'ada@example.com'`))!
    await apply(store, file.replace('correct horse battery', 'another horse battery'), later)
    expect(await isPassword('another horse battery', (await passwordOf(store, id))!)).toBe(true)
    await apply(store, file.replace('password: "correct horse battery", ', ''), later)
    expect(await isPassword('another horse battery', (await passwordOf(store, id))!)).toBe(true)
  })

  it('keeps an organization that it no longer lists', async () => {
    const store = await prepared()
    await apply(store, file)
    await apply(store, 'organizations: [ { name: Other } ]', later)
    expect(await callerOfKey(store, { hash: fingerprint(key), now: later })).toBeDefined()
  })

  it('revokes a key that it no longer lists, and restores one that returns, with its new scope', async () => {
    const store = await prepared()
    const caller = () => callerOfKey(store, { hash: fingerprint(key), now: later })
    await apply(store, file)
    await apply(store, file.replace(/.*apiKeys.*\n/, ''), later)
    expect(await caller()).toBeUndefined()
    await apply(store, file.replace('scope: write', 'scope: read'), later)
    expect(await caller()).toMatchObject({ credential: { scope: 'read' } })
  })

  it('is refused if it gives one key to two organizations, and nothing is applied', async () => {
    const store = await prepared()
    const entry = (name: string): string =>
      `  - { name: ${name}, apiKeys: [ { name: rw, scope: read, key: ${key} } ] }\n`
    const twice = `organizations:\n${entry('Acme')}${entry('Other')}`
    await expect(apply(store, twice)).rejects.toThrow(
      'organizations[1].apiKeys[0].key: belongs to another organization',
    )
    expect(await names(store, sql`select name from organizations`)).toEqual([])
  })

  it('finds an organization by its slug, so that its name can be corrected', async () => {
    const store = await prepared()
    await apply(store, 'organizations: [ { name: Muller GmbH } ]')
    await apply(store, 'organizations: [ { name: "M\u00fcller, GmbH" } ]', later)
    expect(await names(store, sql`select name || ' ' || slug as name from organizations`)).toEqual([
      'M\u00fcller, GmbH muller-gmbh',
    ])
  })

  it('derives a slug from a name without Latin letters', async () => {
    const store = await prepared()
    await apply(store, 'organizations: [ { name: \u9ce5 }, { name: \u9ce5\u9ce5 } ]')
    const slugs = await names(store, sql`select slug as name from organizations`)
    expect(new Set(slugs).size).toBe(2)
    for (const slug of slugs) expect(slug).toMatch(/^organization-[0-9a-f]{8}$/)
  })
})

describe('single sign-on of a provision file', () => {
  const withSignOn = (fields: string): string => `
organizations:
  - name: Acme
    singleSignOn: { issuer: https://id.example.com, clientId: lapwing, domains: [example.com], ${fields} }
`
  const secret = 'clientSecret: first-secret'
  const stored = async (db: Database) => {
    const found = await singleSignOnOfSlug(db, 'acme')
    return found && { ...found, secrets: vault.open(found.secrets, clientSecretContext(found.organizationId)) }
  }

  it('is set up, stays as it is, and is changed', async () => {
    const store = await prepared()
    await apply(store, withSignOn(secret))
    expect(await stored(store)).toMatchObject({ clientId: 'lapwing', secrets: 'first-secret', defaultRole: 'viewer' })
    const before = await everything(store)
    await apply(store, withSignOn(secret), later)
    expect(await everything(store)).toEqual(before)
    await apply(store, withSignOn('clientSecret: second-secret, defaultRole: null'), later)
    expect(await stored(store)).toMatchObject({ secrets: 'second-secret', defaultRole: null })
    await apply(store, 'organizations: [ { name: Acme } ]', later)
    expect(await stored(store)).toMatchObject({ secrets: 'second-secret' })
    await expect(apply(store, withSignOn('required: false'))).rejects.toThrow(
      'organizations[0].singleSignOn.clientSecret: Required',
    )
  })

  it('is required once it was tested, until another client or secret is set', async () => {
    const store = await prepared()
    const required = withSignOn(`${secret}, required: true`)
    await apply(store, required)
    const { organizationId } = (await stored(store))!
    expect(await stored(store)).toMatchObject({ required: false, testedAt: null })
    await noteTested(store, organizationId, now)
    await apply(store, required, later)
    expect(await stored(store)).toMatchObject({ required: true, testedAt: now })
    await apply(store, withSignOn('clientSecret: second-secret, required: true'), later)
    expect(await stored(store)).toMatchObject({ required: false, testedAt: null })
  })
})

describe('an installation without a provision file', () => {
  it('has one embedded location and one organization, and prints its key and a set-up token once', async () => {
    const store = await prepared()
    const shown = await apply(store, '')
    expect(shown).toEqual({ setupToken: expect.stringMatching(/^[\w-]{32}$/), apiKey: expect.stringMatching(/^lw_/) })
    expect(await callerOfKey(store, { hash: fingerprint(shown!.apiKey!), now })).toMatchObject({
      credential: { scope: 'write' },
      organization: { name: 'My organization', plan: 'enterprise' },
    })
    expect(await listLocations(store, randomUUID(), { after: undefined, limit: 10 })).toMatchObject([
      { name: 'This server', city: null },
    ])
    expect(await store.row(sql`select hash from setup_tokens`)).toEqual({ hash: fingerprint(shown!.setupToken) })
  })

  it('does not print the key again, but the same set-up link until there is an account', async () => {
    const store = await prepared()
    const { setupToken } = (await apply(store, ''))!
    expect(await apply(store, '', later)).toEqual({ setupToken, apiKey: null })
    await putUser(store, { name: 'Ada', email: 'ada@example.com' }, later)
    expect(await apply(store, '', later)).toBeNull()
    expect(await names(store, sql`select name from api_keys`)).toEqual(['First key'])
  })

  it('prints one key and one set-up link when replicas start together', async () => {
    const connection = await newDatabase()
    const stores = Array.from({ length: 4 }, () => storeOn(connection, 2))
    await Promise.all(stores.map(cursorKey))
    const welcomes = await Promise.all(stores.map((store) => apply(store, '')))
    expect(welcomes.filter((shown) => shown!.apiKey !== null)).toHaveLength(1)
    expect(new Set(welcomes.map((shown) => shown!.setupToken)).size).toBe(1)
    expect(await names(stores[0]!, sql`select name from organizations`)).toEqual(['My organization'])
    expect(await names(stores[0]!, sql`select slug as name from locations`)).toEqual(['this-server'])
  })

  it('does not print a link again that was used, if a later set-up is wanted', async () => {
    const store = await prepared()
    const { setupToken } = (await apply(store, ''))!
    const { organizationId } = (await firstSetupToken(store))!
    await dropSetupTokens(store)
    expect(await apply(store, '', later)).toBeNull()
    await addSetupToken(store, { hash: fingerprint('another'), organizationId }, later)
    expect((await apply(store, '', later))!.setupToken).not.toBe(setupToken)
  })

  it('keeps its locations', async () => {
    const store = await prepared()
    await apply(store, file)
    await apply(store, '', later)
    expect(await listLocations(store, randomUUID(), { after: undefined, limit: 10 })).toHaveLength(2)
  })
})

describe('a location that leaves the file', () => {
  const place = (slug: string): string =>
    `  - { slug: ${slug}, name: ${slug.toUpperCase()}, region: eu, ` +
    'country: Germany, countryCode: DE, embedded: true }\n'
  const both = `organizations: [ { name: Acme } ]\nlocations:\n${place('a')}${place('b')}`
  const onlyA = `organizations: [ { name: Acme } ]\nlocations:\n${place('a')}`

  async function watched(): Promise<{ store: Store; id: string; placesOf(): Promise<unknown> }> {
    const store = await prepared()
    await apply(store, both)
    const { id: organizationId } = (await store.row<{ id: string }>(sql`select id from organizations`))!
    const { id: locationId } = (await store.row<{ id: string }>(sql`select id from locations where slug = 'b'`))!
    const monitor = monitorRow(now, { locationIds: [locationId], deadlineSeconds: 10 })
    await addMonitor(store, organizationId, monitor, now)
    const placesOf = async (): Promise<unknown> => {
      const [slugs, turns] = [
        sql`
          select l.slug as name
          from monitors m
          join locations l on l.id = any (m.location_ids)
          where m.id = ${monitor.id}`,
        sql`select l.slug as name from turns t join locations l on l.number = t.location`,
      ]
      return [await names(store, slugs), await names(store, turns)]
    }
    return { store, id: monitor.id, placesOf }
  }

  it('has its monitors moved to another, and logs how many and where', async () => {
    const { store, placesOf } = await watched()
    await apply(store, onlyA, later)
    expect(await placesOf()).toEqual([['a'], ['a']])
    expect(await store.row(sql`select entity_name, changes from activity where action = 'location.retired'`)).toEqual({
      entity_name: 'B',
      changes: { monitors_moved: 1, moved_to: 'A', via: 'config' },
    })
  })

  it('gets them back when it returns', async () => {
    const { store, placesOf } = await watched()
    await apply(store, onlyA, later)
    await apply(store, both, later)
    expect(await placesOf()).toEqual([['b'], ['b']])
    expect(await store.row(sql`select changes from activity where action = 'location.returned'`)).toEqual({
      changes: { monitors_moved: 1, moved_to: 'B', via: 'config' },
    })
  })

  it('does not get back monitors that a user moved', async () => {
    const { store, id, placesOf } = await watched()
    await apply(store, onlyA, later)
    const { organizationId, a } = (await store.row<{ organizationId: string; a: string }>(sql`
      select m.organization_id as "organizationId", l.id as a from monitors m, locations l where l.slug = 'a'`))!
    const monitor = (await lockMonitor(store, organizationId, id))!
    await changeMonitors(store, organizationId, [{ ...monitor, locationIds: [a, a] }], later)
    await changeMonitors(store, organizationId, [{ ...monitor, locationIds: [a] }], later)
    await apply(store, both, later)
    expect(await placesOf()).toEqual([['a'], ['a']])
  })
})
