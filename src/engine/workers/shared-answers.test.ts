import { expect, it } from 'vitest'
import { type FakeClock, fakeClock } from '../../../test/kit/clock.ts'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { quiet } from '../../../test/kit/log.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import type { SharedFinding, SharedAnswers } from '../../domain/checking/shared-answer.ts'
import { dropSharedAnswers, cachedAnswers } from '../../store/checking/shared-answers.ts'
import type { Store } from '../../store/database/database.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'
import { SharedAnswerStep } from './shared-answers.ts'
import type { RunOrder } from './workers.ts'
import { goodOutcome } from '../../../test/kit/resources/outcomes.ts'

const work = { type: 'breach', monitorId: 'm', version: 1, target: 'example.com', config: {}, deadlineMs: 15_000 }
const feed = (value: unknown, more: Partial<SharedFinding> = {}): SharedFinding => ({
  answer: { value, freshForMs: 3_600_000 },
  ...more,
})

/** A probe of its own at the same database. What it is given to run waits until the test ends it. */
function probe(store: Store, clock: FakeClock) {
  const running: { shared: SharedAnswers | undefined; end(learned?: SharedFinding | 'lost'): void }[] = []
  const next: RunOrder = ({ shared }) =>
    new Promise((resolve) => {
      const end = (learned?: SharedFinding | 'lost'): void =>
        resolve(learned === 'lost' ? null : { ...goodOutcome, learned })
      running.push({ shared, end })
    })
  const sharing = new SharedAnswerStep({ store, clock, log: quiet })
  return {
    running,
    check: (): Promise<ReportedOutcome | null> => sharing.run(work, next),
    /** The next one that has begun. */
    begun: async () => {
      await waitUntil(() => (clock.advance(50), running.length > 0), 25)
      return running.shift()!
    },
  }
}

async function two() {
  const clock = fakeClock()
  const store = await newStore()
  return { clock, store, here: probe(store, clock), there: probe(store, clock) }
}

it('lets one check query the source, and gives its answer to all others', async () => {
  const { here, there } = await two()
  const first = here.check()
  const asking = await here.begun()
  expect(asking.shared).toEqual({ answer: null, source: null, mayAsk: true })
  asking.end(feed({ a: 1 }))
  await first
  for (const probe of [here, there]) {
    const later = probe.check()
    const notified = await probe.begun()
    expect(notified.shared).toMatchObject({ answer: { value: { a: 1 }, isFresh: true } })
    notified.end()
    await later
  }
})

it('has those wait who come while another one asks, here and elsewhere', async () => {
  const { here, there } = await two()
  const first = here.check()
  const asking = await here.begun()
  const waiting = [here.check(), there.check()]
  asking.end(feed('news'))
  await first
  for (const probe of [here, there]) {
    const notified = await probe.begun()
    expect(notified.shared?.answer).toEqual({ value: 'news', isFresh: true })
    notified.end()
  }
  await Promise.all(waiting)
})

it('lets nobody wait for long: a process that cannot get the result does not query either', async () => {
  const { here, there } = await two()
  const first = here.check()
  const asking = await here.begun()
  const second = there.check()
  const notified = await there.begun()
  expect(notified.shared).toEqual({ answer: null, source: null, mayAsk: false })
  notified.end()
  await second
  asking.end(feed('late'))
  await first
})

it('leaves a source alone for as long as it wants, and tells what was known before', async () => {
  const { clock, here, there } = await two()
  const first = here.check()
  ;(await here.begun()).end(feed('old', { pauseMs: 7_200_000, source: { value: 'at home', freshForMs: 1000 } }))
  await first
  clock.advance(3_700_000)
  const second = there.check()
  const refused = await there.begun()
  expect(refused.shared).toEqual({
    answer: { value: 'old', isFresh: false },
    source: { value: 'at home', isFresh: false },
    mayAsk: false,
  })
  refused.end()
  await second
  clock.advance(3_700_000)
  const third = there.check()
  const asking = await there.begun()
  expect(asking.shared?.mayAsk).toBe(true)
  asking.end()
  await third
})

it('gives the next one the turn of a check whose process was lost', async () => {
  const { here, there } = await two()
  const first = here.check()
  ;(await here.begun()).end('lost')
  expect(await first).toBeNull()
  const second = there.check()
  const asking = await there.begun()
  expect(asking.shared?.mayAsk).toBe(true)
  asking.end()
  await second
})

it('believes no answer and no pause from a time that has not been yet', async () => {
  const { clock, store, here } = await two()
  const ahead = fakeClock(new Date(clock.now().getTime() + 30 * 86_400_000))
  const other = probe(store, ahead)
  const first = other.check()
  ;(await other.begun()).end(feed('from the future', { pauseMs: 86_400_000 }))
  await first
  const second = here.check()
  const asking = await here.begun()
  expect(asking.shared).toMatchObject({ answer: { isFresh: false }, mayAsk: true })
  asking.end()
  await second
})

it('tells nothing to types that share nothing', async () => {
  const { clock, store } = await two()
  let notified: unknown = 'not asked'
  await new SharedAnswerStep({ store, clock, log: quiet }).run(
    { ...work, type: 'tcp', target: 'db.example.com:5432' },
    async ({ shared }) => ((notified = shared), null),
  )
  expect(notified).toBeUndefined()
})

it('deletes answers that no check has used', async () => {
  const { clock, store, here } = await two()
  const first = here.check()
  ;(await here.begun()).end(feed('x'))
  await first
  const question = { answer: 'breaches', source: 'breach directory' }
  await dropSharedAnswers(store, new Date(clock.now().getTime() - 86_400_000))
  expect((await cachedAnswers(store, question, clock.now())).answer?.value).toBe('x')
  await dropSharedAnswers(store, new Date(clock.now().getTime() + 1000))
  expect((await cachedAnswers(store, question, clock.now())).answer).toBeNull()
})
