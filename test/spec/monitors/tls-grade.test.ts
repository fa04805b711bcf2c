// Monitor type ssl: when a check carries the grade scan.
import { describe, expect, it } from 'vitest'
import { openStore } from '../../../src/store/database/database.ts'
import { takeScans } from '../../../src/store/checking/scans.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { quiet } from '../../kit/log.ts'
import { inDatabase, make } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()

async function isDue(id: string): Promise<boolean> {
  const [monitor] = await inDatabase<{ monitorNumber: number }>(
    app(),
    sql`
    select monitor_number as "monitorNumber" from monitors where id = ${id}`,
  )
  const store = openStore(app().database, { log: quiet, connections: 1 })
  try {
    return (await takeScans(store, [monitor!.monitorNumber], app().clock.now())).length === 1
  } finally {
    await store.close()
  }
}

describe('the TLS grade', () => {
  it('is due with the first check, and not with the next', async () => {
    const { id } = await make(app(), { type: 'ssl', target: 'example.com' })
    expect(await isDue(id)).toBe(true)
    expect(await isDue(id)).toBe(false)
  })

  it('is due with every check-now', async () => {
    const { id } = await make(app(), { type: 'ssl', target: 'example.com' })
    await isDue(id)
    for (let n = 0; n < 2; n++) {
      expect((await app().post(`/monitors/${id}/check-now`)).status).toBe(202)
      expect(await isDue(id)).toBe(true)
    }
  })
})
