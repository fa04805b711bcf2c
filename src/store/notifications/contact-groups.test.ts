import { readFile, readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { emptyDatabase, newStore, storeOn, waitForLockWait } from '../../../test/kit/lapwing/database.ts'
import { newId } from '../../domain/id.ts'
import { addGroup, lockGroup, listGroups, unknownGroups } from './contact-groups.ts'
import { putOrganization } from '../accounts/organizations.ts'
import { sql } from '../database/sql.ts'

const now = new Date('2026-03-01T12:00:00Z')
const all = { after: undefined, limit: 10 }
const acme = { name: 'Acme', slug: 'acme', plan: 'enterprise', limits: {} } as const

describe('the default group', () => {
  it('is created with an organization, once', async () => {
    const store = await newStore()
    const { id } = await putOrganization(store, acme, now)
    await putOrganization(store, { ...acme, name: 'Acme Inc' }, now)
    expect(await listGroups(store, id, all)).toMatchObject([{ name: 'Everyone', is_default: true }])
  })

  it('was created for all organizations when groups were introduced', async () => {
    const store = storeOn(await emptyDatabase())
    const folder = new URL('../migrations/', import.meta.url)
    const files = (await readdir(folder)).sort()
    const people = files.indexOf('0007-people.sql')
    const run = async (names: string[]): Promise<void> => {
      for (const name of names) await store.script(await readFile(new URL(name, folder), 'utf8'))
    }
    await run(files.slice(0, people))
    const ids = [newId(now), newId(now)]
    for (const id of ids)
      await store.run(sql`
        insert into organizations (id, name, slug, plan, created_at, updated_at)
        values (${id}, ${id}, ${id}, 'pro', ${now}, ${now})`)
    await run(files.slice(people))
    for (const id of ids)
      expect(await listGroups(store, id, all)).toMatchObject([{ name: 'Everyone', is_default: true, created_at: now }])
  })

  it('is unique', async () => {
    const store = await newStore()
    const { id } = await putOrganization(store, acme, now)
    const group = await addGroup(store, id, { name: 'Ops', description: null }, now)
    await expect(store.run(sql`update contact_groups set is_default = true where id = ${group}`)).rejects.toThrow(
      'one_default_group',
    )
  })
})

describe('a group that another transaction refers to', () => {
  it('is not deleted before that transaction ends', async () => {
    const store = await newStore()
    const { id: organizationId } = await putOrganization(store, acme, now)
    const id = await addGroup(store, organizationId, { name: 'Ops', description: null }, now)
    const order: string[] = []
    const held = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const naming = store.transaction(async (tx) => {
      expect(await unknownGroups(tx, organizationId, [id])).toEqual([])
      held.resolve()
      await finish.promise
      order.push('named')
    })
    await held.promise
    const deleting = store.transaction(async (tx) => {
      await lockGroup(tx, { organizationId, id })
      order.push('held')
    })
    await waitForLockWait(store)
    finish.resolve()
    await Promise.all([naming, deleting])
    expect(order).toEqual(['named', 'held'])
  })
})
