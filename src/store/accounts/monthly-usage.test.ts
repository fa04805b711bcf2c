import { afterEach, describe, expect, it, vi } from 'vitest'
import { sharedStore } from '../../../test/kit/lapwing/database.ts'
import { refundMonthlyUse, takeMonthlyUse, usedInMonth } from './monthly-usage.ts'
import { putOrganization } from './organizations.ts'

const month = new Date('2026-04-01T00:00:00Z')
const before = new Date('2026-03-01T00:00:00Z')
const limitName = 'playwright_runs_per_month'
const shared = sharedStore()

async function newOrganization(slug: string): Promise<string> {
  return (await putOrganization(shared(), { name: slug, slug, plan: 'starter', limits: {} }, before)).id
}

describe('monthly usage', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('is taken up to the limit, and can be taken again after a refund', async () => {
    const counted = { organizationId: await newOrganization('counts'), limitName, month } as const
    const take = () => takeMonthlyUse(shared(), counted, 2)
    expect([await take(), await take(), await take()]).toEqual([true, true, false])
    await refundMonthlyUse(shared(), counted)
    expect([await take(), await take()]).toEqual([true, false])
    expect(await usedInMonth(shared(), counted.organizationId, before)).toEqual({})
  })

  it('uses the same month in any time zone', async () => {
    const organizationId = await newOrganization('travels')
    for (const zone of ['America/New_York', 'UTC', 'Pacific/Kiritimati']) {
      vi.stubEnv('TZ', zone)
      await takeMonthlyUse(shared(), { organizationId, limitName, month }, -1)
    }
    expect(await usedInMonth(shared(), organizationId, month)).toEqual({ [limitName]: 3 })
  })
})
