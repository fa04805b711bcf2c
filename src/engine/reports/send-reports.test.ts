import { expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { quiet } from '../../../test/kit/log.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import { putOrganization } from '../../store/accounts/organizations.ts'
import { sql } from '../../store/database/sql.ts'
import { addReportEmails } from '../../store/reports/report-emails.ts'
import { putSchedule } from '../../store/reports/schedules.ts'
import { startReportEmails } from './send-reports.ts'

it('sends the other reports if one cannot be made, and tries that one again later', async () => {
  const store = await newStore()
  const clock = fakeClock()
  const now = clock.now()
  const ids: string[] = []
  for (const [n, slug] of ['broken', 'whole'].entries()) {
    const { id } = await putOrganization(store, { name: slug, slug, plan: 'enterprise', limits: {} }, now)
    const recipients = [`${slug}@example.com`]
    const choice = { monitorIds: [], tags: [], day: null, slaTarget: 99.9 }
    const schedule = { cadence: 'daily' as const, enabled: true, recipients, nextAt: null, ...choice }
    await putSchedule(store, id, schedule)
    const dueAt = new Date(now.getTime() - 60_000 * (2 - n))
    await addReportEmails(store, { organizationId: id, cadence: 'daily', dueAt, recipients }, now)
    ids.push(id)
  }
  await store.run(sql`update organizations set timezone = 'Nowhere/Land' where id = ${ids[0]}`)
  const sentTo: string[] = []
  const mail = { deliver: async ({ to }: { to: { address: string } }) => void sentTo.push(to.address) }
  const sending = startReportEmails({ store, clock, log: quiet, mail, origin: () => null })
  onTestFinished(() => sending.stop())
  await waitUntil(() => sentTo.length > 0)
  expect(sentTo).toEqual(['whole@example.com'])
  await store.run(sql`update organizations set timezone = 'UTC' where id = ${ids[0]}`)
  await waitUntil(() => (clock.advance(60_000), sentTo.length > 1))
  expect(sentTo).toEqual(['whole@example.com', 'broken@example.com'])
})
