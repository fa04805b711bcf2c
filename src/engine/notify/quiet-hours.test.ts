import { expect, it } from 'vitest'
import { readyToEscalate } from '../../../test/kit/people/escalations.ts'
import { defaultPaging } from '../../domain/on-call/quiet-hours.ts'
import { putPreferences } from '../../store/accounts/users.ts'
import { sql } from '../../store/database/sql.ts'

// It is noon in UTC, and night in Honolulu.
const quiet = { days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '07:00', timezone: 'Pacific/Honolulu' }

it('holds back what a person does not want, says so in the log, and goes on to the next at once', async () => {
  const { app, store, ada, ben, phone, alarm, settle, pages, log, timeline } = await readyToEscalate()
  const [, second] = [await phone(ada), await phone(ben)]
  const paging = { ...defaultPaging, quiet_hours: quiet, quiet_for_critical: true }
  await putPreferences(store, ada.id, { paging }, app.clock.now())
  const steps = [ada, ben].map(({ id }, step) => ({ delayMinutes: step * 30, targets: [{ type: 'user', id }] }))
  const { id } = await alarm(steps)
  await settle()
  expect((await pages()).map(({ channel }) => channel)).toEqual([second])
  expect(await log()).toMatchObject([{ status: 'silenced', silenced_reason: 'quiet_hours', oncall_page: true }])
  expect((await timeline(id)).map(({ data }) => [data.paged.map(({ name }: any) => name), data.missed])).toEqual([
    [[], ['Ada was not paged: quiet hours']],
    [['Ben'], []],
  ])
})

it('pages for critical incidents in quiet hours unless the person chose otherwise', async () => {
  const { app, store, ada, phone, alarm, pages, log } = await readyToEscalate()
  const own = await phone(ada)
  const paging = { ...defaultPaging, only_critical: true, quiet_hours: quiet }
  await putPreferences(store, ada.id, { paging }, app.clock.now())
  await alarm([{ delayMinutes: 0, targets: [{ type: 'user', id: ada.id }] }])
  expect((await pages()).map(({ channel }) => channel)).toEqual([own])
  expect(await log()).toEqual([])
  expect(await store.rows(sql`select from escalations`)).toEqual([])
})
