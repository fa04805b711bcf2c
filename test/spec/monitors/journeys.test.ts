import { expect, it } from 'vitest'
import { playwright } from '../../../src/checks/browser/playwright.ts'
import type { Browsers } from '../../../src/browsers/index.ts'
import { noBrowsers } from '../../../src/browsers/missing.ts'
import { asReported } from '../../../src/domain/outcome.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { checked } from '../../kit/resources/checked.ts'
import { answering, attempt, failedAttempt, passedTest, journeyOutput } from '../../kit/browser/journeys.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { make, script } from '../../kit/resources/monitors.ts'
import { runCheck } from '../../kit/checks/run-check.ts'

const app = sharedLapwing()

const outcomeOf = (output: unknown): Browsers => answering({ output })
const passed = outcomeOf(journeyOutput({ tests: [passedTest] }))
const failed = outcomeOf(
  journeyOutput({ tests: [{ ...passedTest, outcome: 'unexpected', attempts: [failedAttempt('Error: no')] }] }),
)
const flaky = outcomeOf(
  journeyOutput({ tests: [{ ...passedTest, outcome: 'flaky', attempts: [failedAttempt('Error: no'), attempt()] }] }),
)
const broken = outcomeOf(journeyOutput({ errors: [{ message: 'Error: broken', line: 3 }] }))
const late = answering({ ended: 'deadline' })
const unable = noBrowsers('this location has no browser')

async function walk(monitorId: string, browsers: Browsers): Promise<void> {
  const outcome = await runCheck(playwright, 'https://shop.test/', {
    browsers,
    config: { script },
    deadlineMs: 120_000,
  })
  await checked(app(), monitorId, asReported(outcome))
}

const incidentsOf = async (monitorId: string): Promise<unknown[]> =>
  (await app().get(`/incidents?monitor_id=${monitorId}`)).body.data

/** Milliseconds until the next run. */
async function nextIn(monitorId: string): Promise<number> {
  const turn = await app().store.row<{ dueAt: Date }>(sql`
    select t.due_at as "dueAt" from turns t join monitors m using (monitor_number) where m.id = ${monitorId}`)
  return turn!.dueAt.getTime() - app().clock.now().getTime()
}

it('a failed journey is repeated after a minute, and opens an incident if that also fails', async () => {
  const { id } = await make(app(), { type: 'playwright', interval: 3600 })
  await walk(id, passed)
  // A regular turn is never sooner than half an interval from then.
  app().clock.advance(await nextIn(id))
  await walk(id, failed)
  expect(await nextIn(id)).toBe(60_000)
  expect(await incidentsOf(id)).toEqual([])

  app().clock.advance(60_000)
  await walk(id, failed)
  expect(await incidentsOf(id)).toMatchObject([{ status: 'firing', severity: 'critical' }])
})

it('a journey that fails once and then passes opens no incident', async () => {
  const { id } = await make(app(), { type: 'playwright', interval: 3600 })
  for (const browsers of [failed, passed, failed, flaky, failed, passed]) {
    await walk(id, browsers)
    app().clock.advance(60_000)
  }
  expect(await incidentsOf(id)).toEqual([])
})

it.each([
  ['passes at the second try', flaky, 0],
  ['could not be walked for reasons of ours', unable, 0],
  ['does not end in time', late, 1],
  ['has a broken script', broken, 1],
])('one that %s, again and again', async (_, browsers, incidents) => {
  const { id } = await make(app(), { type: 'playwright', interval: 3600 })
  for (let times = 0; times < 3; times += 1) {
    await walk(id, browsers)
    app().clock.advance(3_600_000)
  }
  expect(await incidentsOf(id)).toHaveLength(incidents)
})
