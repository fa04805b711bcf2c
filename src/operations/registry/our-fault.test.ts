import { expect, it } from 'vitest'
import { newDatabase, storeOn } from '../../../test/kit/lapwing/database.ts'
import { proxyTo } from '../../../test/kit/lapwing/proxy.ts'
import { sql } from '../../store/database/sql.ts'
import { isAway, notReachable, ourFault } from './our-fault.ts'

it('treats a connection lost between two statements as an unreachable database', async () => {
  const proxy = await proxyTo(await newDatabase())
  const store = storeOn(proxy.connection, 1)
  const failure: unknown = await store
    .transaction(async (tx) => {
      await tx.row(sql`select 1`)
      await proxy.cut()
      // The first statement fails with the lost connection; later ones fail because it is not queryable.
      await tx.row(sql`select 2`).catch(() => undefined)
      await tx.row(sql`select 3`)
    })
    .catch((error: unknown) => error)
  expect(isAway(failure)).toBe(true)
  expect(ourFault(failure)).toEqual(notReachable())
})
