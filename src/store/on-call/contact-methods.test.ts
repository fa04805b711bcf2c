// Contact methods of the provision file, tested here because they are mostly SQL.
import { describe, expect, it } from 'vitest'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { provision } from '../../../test/kit/lapwing/provision.ts'
import { secretContext } from '../../channels/shared/secrets.ts'
import { createVault } from '../../domain/vault.ts'
import { addContactMethod, contactMethodsOf, listContactMethods } from './contact-methods.ts'
import type { Store } from '../database/database.ts'
import { cursorKey } from '../accounts/installation.ts'
import { listChannels, newChannelId } from '../notifications/channels.ts'
import { sql } from '../database/sql.ts'

const now = new Date('2026-03-01T12:00:00Z')
const vault = createVault(['a key of at least thirty-two characters'])
const ntfy = '{ type: ntfy, config: { topic: ada, token: hunter2 } }'
const hook = '{ name: Pager, type: webhook, config: { url: "https://hooks.example.com/ada" } }'

const fileOf = (...methods: string[]): string => `
organizations:
  - name: Acme
    users:
      - { name: Ada, email: ada@example.com, contactMethods: [ ${methods.join(', ')} ] }
      - { name: Ben, email: ben@example.com }
    channels:
      - { name: Pager, type: slack, config: { url: "https://hooks.example.com/team" } }`

async function provisioned(text: string) {
  const store = await newStore()
  await cursorKey(store)
  const apply = async (content: string): Promise<number> => {
    await provision(store, content, { now, vault })
    return applied(store)
  }
  await apply(text)
  const ada = await store.row<{ organizationId: string; userId: string }>(sql`
    select m.organization_id as "organizationId", m.user_id as "userId"
    from members m
    join users u on u.id = m.user_id
    where u.name = 'Ada'`)
  return { store, apply, ada: ada! }
}

const applied = async (store: Store): Promise<number> =>
  (await store.row<{ count: number }>(sql`select count(*) from activity where action = 'config.applied'`))!.count

describe('contact methods of the provision file', () => {
  it('are created with sealed secrets, beside channels of the same name, and only for their owner', async () => {
    const { store, ada } = await provisioned(fileOf(ntfy, hook))
    const methods = await listContactMethods(store, ada)
    expect(methods.map(({ name, type, config }) => [name, type, config])).toEqual([
      ['ntfy', 'ntfy', expect.objectContaining({ token: '__redacted__' })],
      ['Pager', 'webhook', expect.objectContaining({ url: '__redacted__' })],
    ])
    const sealed = await store.row<{ secrets: Buffer }>(
      sql`select secrets from notification_channels where id = ${methods[0]!.id}`,
    )
    expect(JSON.parse(vault.open(sealed!.secrets, secretContext(methods[0]!.id)))).toMatchObject({ token: 'hunter2' })
    expect(await listChannels(store, ada.organizationId, { after: undefined, limit: 10 })).toMatchObject([
      { name: 'Pager', type: 'slack' },
    ])
    const everybody = await store.rows<{ id: string }>(sql`select id from users`)
    expect(
      await contactMethodsOf(
        store,
        ada.organizationId,
        everybody.map(({ id }) => id),
      ),
    ).toMatchObject(methods.map(({ id }) => ({ id, userId: ada.userId })))
  })

  it('stay unchanged when the file is applied again, and change and disappear with it', async () => {
    const { store, ada, apply } = await provisioned(fileOf(ntfy, hook))
    const before = await listContactMethods(store, ada)
    expect(await apply(fileOf(ntfy, hook))).toBe(1)
    expect(await listContactMethods(store, ada)).toEqual(before)
    expect(await apply(fileOf(ntfy, hook.replace('/ada', '/ada-lovelace')))).toBe(2)
    expect((await listContactMethods(store, ada)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    const own = { id: await newChannelId(store), name: 'Mine', type: 'webhook', config: {}, secrets: null }
    await addContactMethod(store, ada, own, now)
    expect(await apply(fileOf(hook))).toBe(3)
    expect((await listContactMethods(store, ada)).map(({ name }) => name)).toEqual(['Pager', 'Mine'])
  })

  it.each([
    ['{ type: ntfy }', 'organizations[0].users[0].contactMethods[0].config.topic: Required'],
    [
      '{ type: webhook, config: { url: "https://10.0.0.1/x" } }',
      'organizations[0].users[0].contactMethods[0].config.url: ',
    ],
    [`${hook}, ${hook}`, 'organizations[0].users[0].contactMethods[1].name: '],
    [
      '{ type: ntfy, config: { topic: x, contact_group_ids: [] } }',
      'contactMethods[0].config.contact_group_ids: must be left out of a contact method',
    ],
  ])('that cannot be are refused by their place: %s', async (method, problem) => {
    await expect(provisioned(fileOf(method))).rejects.toThrow(problem)
  })
})
