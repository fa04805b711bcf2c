// Provisioning is mostly SQL, so it is tested here, on the oldest supported server.
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { provision } from '../../../test/kit/lapwing/provision.ts'
import { monitorRow } from '../../../test/kit/resources/monitors.ts'
import { secretContext } from '../../channels/shared/secrets.ts'
import { type Vault, createVault } from '../../domain/vault.ts'
import { addGroup, groupOfName, listGroups } from '../notifications/contact-groups.ts'
import { addContact, contactOfEmail, listContacts, setGroupsOfContact } from '../notifications/contacts.ts'
import type { Store } from '../database/database.ts'
import { cursorKey } from './installation.ts'
import { addMonitor } from '../monitors/monitors.ts'
import { type ShownChannel, addChannel, listChannels, newChannelId } from '../notifications/channels.ts'
import { anyOrganization } from './organizations.ts'
import { Statement, sql } from '../database/sql.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = new Date('2026-03-02T12:00:00Z')
const vault = createVault(['a key of at least thirty-two characters'])

const migrations = new URL('../migrations/', import.meta.url)
const migrationFile = readdirSync(migrations).find((name) => name.endsWith('-provisioned-objects.sql'))!
const migration = readFileSync(new URL(migrationFile, migrations), 'utf8')

const contacts = `
    contacts:
      - { name: Ada, email: Ada@example.com, phone: "+44 20 7946 0958" }
      - { name: Grace, email: grace@example.com }`
const groups = `
    contactGroups:
      - { name: Ops, description: Who is up, default: true, members: [ ada@example.com, grace@example.com ] }
      - { name: Managers, members: [ grace@example.com ] }`
const channels = `
    channels:
      - { name: Hook, type: webhook, groups: [ ops, Managers ],
          config: { url: "https://hooks.example.com/x", secret: hunter2 } }
      - { name: Chat, type: slack, enabled: false, default: true, severities: [ critical ],
          config: { url: "https://hooks.example.com/y" } }`

const fileOf = (...sections: string[]): string => `organizations:\n  - name: Acme${sections.join('')}\n`
const file = fileOf(contacts, groups, channels)

interface Installation {
  readonly store: Store
  readonly organizationId: string
  apply(text: string, at?: Date, with_?: Vault): Promise<void>
}

/** An installation with a provision file applied. */
async function provisioned(text = file): Promise<Installation> {
  const store = await newStore()
  await cursorKey(store)
  const apply = async (content: string, at = later, with_ = vault): Promise<void> => {
    await provision(store, content, { now: at, vault: with_ })
  }
  await apply(text, now)
  return { store, organizationId: (await anyOrganization(store))!.id, apply }
}

const all = { after: undefined, limit: 100 }
const contactsIn = async ({ store, organizationId }: Installation): Promise<string[]> =>
  (await listContacts(store, organizationId, all))
    .map(({ name, email, phone, groups: of }) =>
      [name, email, phone ?? '-', ...of.map((group) => group.name)].join(' '),
    )
    .sort()
const groupsIn = async ({ store, organizationId }: Installation): Promise<string[]> =>
  (await listGroups(store, organizationId, all))
    .map((group) => `${group.name} ${group.member_count}${group.is_default ? ' default' : ''}`)
    .sort()
const channelsIn = async ({ store, organizationId }: Installation): Promise<ShownChannel[]> =>
  (await listChannels(store, organizationId, all)).toSorted((a, b) => (a.name < b.name ? -1 : 1))

const tables = ['contacts', 'contact_groups', 'contact_group_members', 'notification_channels', 'monitors', 'activity']
async function everything({ store }: Installation): Promise<unknown[]> {
  return Promise.all(
    tables.map((table) => store.rows(new Statement([`select * from ${table} t order by t::text`], []))),
  )
}

async function secretsOf({ store }: Installation, name: string, opener = vault): Promise<unknown> {
  const row = await store.row<{ id: number; secrets: Buffer }>(
    sql`select id, secrets from notification_channels where name = ${name}`,
  )
  return JSON.parse(opener.open(row!.secrets, secretContext(row!.id)))
}

describe('the people of a provision file', () => {
  it('are created', async () => {
    const here = await provisioned()
    expect(await contactsIn(here)).toEqual([
      'Ada Ada@example.com +44 20 7946 0958 Ops',
      'Grace grace@example.com - Managers Ops',
    ])
    expect(await groupsIn(here)).toEqual(['Everyone 0', 'Managers 1', 'Ops 2 default'])
    const [chat, hook] = await channelsIn(here)
    expect(chat).toMatchObject({
      type: 'slack',
      enabled: false,
      is_default: true,
      severity_filter: ['critical'],
      routes: [],
    })
    expect(hook).toMatchObject({
      type: 'webhook',
      enabled: true,
      is_default: false,
      severity_filter: ['critical', 'warning'],
    })
    expect(hook?.routes.map((route) => route.contact_group.name)).toEqual(['Ops', 'Managers'])
    expect(hook?.config).toMatchObject({ url: '__redacted__', secret: '__redacted__' })
    expect(await secretsOf(here, 'Hook')).toEqual({ url: 'https://hooks.example.com/x', secret: 'hunter2' })
  })

  it('change no row when applied again', async () => {
    const here = await provisioned()
    const before = await everything(here)
    await here.apply(file)
    expect(await everything(here)).toEqual(before)
  })

  it('are marked as managed by the file, beside what documents describe', async () => {
    const schedule = `{ key: weeks, name: Weeks, layers: [ { name: A, rotation: weekly, userIds: [ ada@example.com ] } ] }`
    const step = '{ delayMinutes: 0, targets: [ { type: contact_group, id: Ops }, { type: schedule, id: weeks } ] }'
    const documented = `
    users: [ { name: Ada, email: ada@example.com } ]
    onCallSchedules: [ ${schedule} ]
    escalationPolicies: [ { key: wake, name: Wake, steps: [ ${step} ] } ]
    variables: [ { name: TOKEN, value: hunter2 } ]
    monitors:
      - { key: shop, name: Shop, type: http, target: "https://shop.example.com/", interval: 60, locations: [ this-server ],
          config: { notificationGroupIds: [ Ops ], authType: bearer, bearerToken: { variable: TOKEN } } }
    objectives: [ { key: uptime, name: Uptime, target: 99, monitorIds: [ shop ] } ]
    statusPages: [ { slug: acme, name: Acme, components: [ { name: Shop, monitorIds: [ shop ] } ] } ]`
    const wholeFile = fileOf(contacts, groups.replace('name: Ops,', 'name: Ops, escalationPolicy: wake,'), documented)
    const here = await provisioned(wholeFile)
    const managed = () =>
      here.store.rows<{ section: string; key: string; source: string }>(sql`
        select section, key, source from managed_objects where deleted_at is null order by section, key`)
    const marked = await managed()
    expect(marked.map(({ section, key, source }) => `${section} ${key} ${source}`)).toEqual([
      'contactGroups managers provision file',
      'contactGroups ops provision file',
      'contacts ada provision file',
      'contacts grace provision file',
      'escalationPolicies wake provision file',
      'monitors shop provision file',
      'objectives uptime provision file',
      'onCallSchedules weeks provision file',
      'statusPages acme provision file',
    ])
    const before = await everything(here)
    await here.apply(wholeFile)
    expect(await everything(here)).toEqual(before)
    await here.apply(fileOf())
    expect(await managed()).toEqual([{ section: 'contactGroups', key: 'ops', source: 'provision file' }])
    expect(await here.store.rows(sql`select slug from status_pages`)).toEqual([{ slug: 'acme' }])
    expect(await here.store.rows(sql`select name from monitors`)).toEqual([])
    await expect(here.apply(wholeFile.replace('interval: 60', 'bogus: 60'))).rejects.toThrow(
      /^organizations\[0\]\.monitors\[shop\]\.(interval|bogus): /,
    )
  })

  it('are known after an upgrade from a version that did not mark them', async () => {
    const here = await provisioned()
    const before = await channelsIn(here)
    await here.store.transaction(async (tx) => {
      await tx.script(`
        delete from managed_objects;
        update notification_channels set name = 'Hook', provisioned = true;
        update contacts set provisioned = true;
        update contact_groups set provisioned = name <> 'Everyone'`)
      await tx.script(migration)
    })
    const managed = await here.store.rows<{ key: string }>(sql`select key from managed_objects order by key`)
    expect(managed.map(({ key }) => key)).toEqual([
      'ada',
      'grace',
      'hook',
      expect.stringMatching(/^hook-/),
      'managers',
      'ops',
    ])
    await here.apply(file)
    expect((await channelsIn(here)).map(({ id }) => id).toSorted()).toContain(before[1]!.id)
    expect(await channelsIn(here)).toHaveLength(2)
    await here.apply(fileOf())
    expect([await contactsIn(here), await channelsIn(here)]).toEqual([[], []])
  })

  it('are reset to the file', async () => {
    const here = await provisioned()
    await here.store.run(sql`update contacts set name = 'Changed', phone = null`)
    await here.store.run(sql`update contact_groups set description = null`)
    await here.store.run(sql`delete from contact_group_members`)
    await here.store.run(
      sql`update notification_channels
        set enabled = not enabled, config = config - 'contact_group_ids' || '{"contact_group_ids": []}'`,
    )
    await here.apply(file)
    expect(await contactsIn(here)).toEqual([
      'Ada Ada@example.com +44 20 7946 0958 Ops',
      'Grace grace@example.com - Managers Ops',
    ])
    const [chat, hook] = await channelsIn(here)
    expect([chat?.enabled, hook?.enabled, hook?.routes.length]).toEqual([false, true, 2])
  })

  it('change with it, with one activity entry each time', async () => {
    const here = await provisioned()
    const changed = file
      .replace('Grace, email', 'Grace Hopper, email')
      .replace('members: [ ada@example.com, grace@example.com ]', 'members: [ ADA@example.com ]')
      .replace('hunter2', 'swordfish')
    await here.apply(changed)
    expect(await contactsIn(here)).toContain('Grace Hopper grace@example.com - Managers')
    expect(await secretsOf(here, 'Hook')).toMatchObject({ secret: 'swordfish' })
    await here.apply(changed.replace(', secret: swordfish', ''))
    expect(await secretsOf(here, 'Hook')).toEqual({ url: 'https://hooks.example.com/x' })
    await here.apply(
      changed.replace('name: Hook, type: webhook', 'name: Hook, type: slack').replace(', secret: swordfish', ''),
    )
    expect((await channelsIn(here)).map(({ name, type }) => `${name} ${type}`)).toEqual(['Chat slack', 'Hook slack'])
    const events = await here.store.rows(sql`select action from activity where created_at = ${later}`)
    expect(events).toEqual([{ action: 'config.applied' }, { action: 'config.applied' }, { action: 'config.applied' }])
  })

  it('are deleted when they leave the file, with all references', async () => {
    const here = await provisioned()
    const managers = await groupOfName(here.store, here.organizationId, 'Managers')
    const monitor = monitorRow(now, { config: { notificationGroupIds: [managers!.id] } })
    await addMonitor(here.store, here.organizationId, monitor, now)
    const fewer = fileOf(
      '\n    contacts: [ { name: Ada, email: ada@example.com } ]',
      '\n    contactGroups: [ { name: Ops, default: true } ]',
    )
    await here.apply(fewer)
    expect(await contactsIn(here)).toEqual(['Ada ada@example.com - Ops'])
    expect(await groupsIn(here)).toEqual(['Everyone 0', 'Ops 1 default'])
    expect(await channelsIn(here)).toEqual([])
    expect(await here.store.row(sql`select config from monitors`)).toEqual({ config: { notificationGroupIds: [] } })
  })

  it('stay if users created them', async () => {
    const here = await provisioned()
    const { store, organizationId } = here
    const own = await addContact(store, organizationId, { name: 'Joan', email: 'joan@example.com', phone: null }, now)
    const night = await addGroup(store, organizationId, { name: 'Night', description: null }, now)
    await setGroupsOfContact(store, organizationId, own, [night])
    const channel = {
      id: await newChannelId(store),
      name: 'Hook',
      type: 'webhook',
      enabled: true,
      isDefault: false,
      severityFilter: ['critical' as const],
      config: { contact_group_ids: [] },
      secrets: null,
      fallbackChannelId: null,
    }
    await addChannel(store, organizationId, { channel, now })
    await here.apply(file)
    expect(await channelsIn(here)).toHaveLength(3)
    await here.apply(fileOf())
    expect(await contactsIn(here)).toEqual(['Joan joan@example.com - Night'])
    expect((await channelsIn(here)).map(({ id }) => id)).toEqual([channel.id])
  })

  it('are taken over if their name or address exists', async () => {
    const here = await provisioned(fileOf())
    const { store, organizationId } = here
    const ada = await addContact(
      store,
      organizationId,
      { name: 'Countess', email: 'ada@EXAMPLE.com', phone: null },
      now,
    )
    await here.apply(file)
    expect((await contactOfEmail(store, organizationId, 'ada@example.com'))?.id).toBe(ada)
    await here.apply(fileOf(contacts, '\n    contactGroups: [ { name: everyone, description: All of us } ]'))
    expect(await groupsIn(here)).toEqual(['Ops 2 default', 'everyone 0'])
    await here.apply(fileOf(contacts))
    expect(await groupsIn(here)).toEqual(['Ops 2 default'])
  })

  it('keep the default group until there is another', async () => {
    const here = await provisioned()
    await here.apply(fileOf(contacts))
    expect(await groupsIn(here)).toEqual(['Everyone 0', 'Ops 2 default'])
    await here.apply(fileOf(contacts, '\n    contactGroups: [ { name: Everyone, default: true } ]'))
    expect(await groupsIn(here)).toEqual(['Everyone 0 default'])
  })

  it('may be groups whose members are not in the file', async () => {
    const here = await provisioned()
    await here.apply(fileOf(contacts, '\n    contactGroups: [ { name: Ops } ]'))
    expect(await groupsIn(here)).toContain('Ops 2 default')
  })

  it('have their secrets sealed again if no key decrypts them', async () => {
    const here = await provisioned()
    const another = createVault(['another key of at least thirty-two characters'])
    await here.apply(file, later, another)
    expect(await secretsOf(here, 'Hook', another)).toEqual({ url: 'https://hooks.example.com/x', secret: 'hunter2' })
  })

  it.each([
    [
      fileOf('\n    contactGroups: [ { name: Ops, members: [ nobody@example.com ] } ]'),
      'organizations[0].contactGroups[0].members[0]: no contact has the email address nobody@example.com',
    ],
    [
      file.replace('groups: [ ops, Managers ]', 'groups: [ ops, Bosses ]'),
      'organizations[0].channels[0].groups[1]: no contact group is named Bosses',
    ],
    [
      file.replace('hooks.example.com/y', '10.0.0.1/y'),
      /^organizations\[0\]\.channels\[1\]\.config\.url: 10\.0\.0\.1 is a private address/,
    ],
    [
      file.replace('hooks.example.com/y', 'status.example.org/y'),
      'organizations[0].channels[1].config.url: must not lead back to Lapwing itself',
    ],
  ])('are refused by path when they cannot be, and nothing of the file is applied', async (text, message) => {
    const here = await provisioned(fileOf())
    const before = await everything(here)
    await expect(here.apply(text)).rejects.toThrow(message)
    expect(await everything(here)).toEqual(before)
  })
})
