import { expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import type { FoundBrowser, BrowserInstallation } from '../../browsers/find.ts'
import { type ReportedOutcome, asReported, notChecked } from '../../domain/outcome.ts'
import { fakeWorkers } from '../../../test/kit/checks/fake-workers.ts'
import type { CheckOrder } from '../workers/messages.ts'
import { needsBrowser } from '../workers/order-facts.ts'
import { withSteps } from '../workers/steps.ts'
import type { Workers } from '../workers/workers.ts'
import { BrowserLane } from './browser-lane.ts'

const installation: BrowserInstallation = {
  bubblewrap: '/bwrap',
  chromium: '/chromium',
  node: '/node',
  asRoot: true,
  programs: [],
  hidden: [],
}
const outcome: ReportedOutcome = asReported(notChecked('a test'))
const work = (type: string): CheckOrder => ({
  type,
  monitorId: 'monitor',
  version: 1,
  target: 'https://example.com',
  config: {},
  deadlineMs: 1000,
})

/** Workers that finish what they have when they have to. */
function slowWorkers(): Workers & { had: CheckOrder[]; finish(): void } {
  const [had, waiting]: [CheckOrder[], ((outcome: ReportedOutcome) => void)[]] = [[], []]
  return {
    had,
    finish: () => waiting.shift()!(outcome),
    ...fakeWorkers((work) => {
      had.push(work)
      return new Promise((resolve) => waiting.push(resolve))
    }),
  }
}

function lane(slots: number, ...finds: (FoundBrowser | Error)[]) {
  const [workers, browsers, clock] = [slowWorkers(), slowWorkers(), fakeClock()]
  const answers = [...finds]
  const find = async (): Promise<FoundBrowser> => {
    const found = answers.shift() ?? finds.at(-1)!
    if (found instanceof Error) throw found
    return found
  }
  const step = new BrowserLane({ find, needsBrowser, startBrowsers: () => browsers, slots, clock })
  const { run, stop } = withSteps(workers, [step])
  onTestFinished(stop)
  return { workers, browsers, clock, run, slots: step.slots }
}

const here: FoundBrowser = { installation, missing: null }

it('runs as many browser checks as there are slots, and the others in order', async () => {
  const { browsers, run, slots } = lane(2, here)
  await waitUntil(() => slots.freeBrowsers === 2)
  const runs = ['browser', 'playwright', 'browser'].map((type) => run(work(type)))
  await waitUntil(() => browsers.had.length === 2)
  expect(slots.freeBrowsers).toBe(0)
  browsers.finish()
  await waitUntil(() => browsers.had.length === 3)
  expect(slots.freeBrowsers).toBe(0)
  browsers.finish()
  browsers.finish()
  expect(await Promise.all(runs)).toHaveLength(3)
  expect(slots.freeBrowsers).toBe(2)
})

it('reserves slots for the caller, so that two callers do not use the same one', async () => {
  const { browsers, run, slots } = lane(2, here)
  await waitUntil(() => slots.freeBrowsers === 2)
  const [turns, tries] = [slots.reserve(), slots.reserve()]
  expect([turns.count, tries.count]).toEqual([2, 0])
  const picture = run({ ...work('http'), forPicture: true })
  turns.use([{ organizationId: 'acme', kind: 'check', count: 1 }])
  tries.use([])
  await waitUntil(() => browsers.had.length === 1)
  expect(slots.freeBrowsers).toBe(0)
  const check = run({ ...work('browser'), hasSlot: true })
  await waitUntil(() => browsers.had.length === 2)
  browsers.finish()
  browsers.finish()
  await Promise.all([picture, check])
  slots.release('acme')
  expect(slots.freeBrowsers).toBe(2)
})

it('runs ordinary checks while all browsers are busy', async () => {
  const { workers, run, slots } = lane(1, here)
  await waitUntil(() => slots.freeBrowsers === 1)
  void run(work('browser'))
  const ordinary = run(work('http'))
  await waitUntil(() => workers.had.length === 1)
  workers.finish()
  expect(await ordinary).toEqual(outcome)
})

it('reports what is missing if there is no browser, and looks again', async () => {
  const missing = 'this location has no browser: install one'
  const { workers, clock, run, slots } = lane(1, { installation: null, missing }, here)
  expect(slots.freeBrowsers).toBe(0)
  await waitUntil(() => slots.browserMissing === missing)
  expect(slots.freeBrowsers).toBeNull()
  void run(work('browser'))
  expect(workers.had).toMatchObject([{ type: 'browser', browserMissing: missing }])
  workers.finish()
  await waitUntil(() => {
    clock.advance(10_000)
    return slots.freeBrowsers === 1
  })
  expect(slots.browserMissing).toBeNull()
})

it('looks again if the search fails', async () => {
  const { clock, slots } = lane(1, new Error('EACCES: permission denied'), here)
  await expect.poll(() => slots.browserMissing).toContain('EACCES')
  await waitUntil(() => {
    clock.advance(10_000)
    return slots.freeBrowsers === 1
  })
})

it('does not look for a browser if there are no slots', () => {
  const { slots } = lane(0, here)
  expect(slots.freeBrowsers).toBeNull()
  expect(slots.browserMissing).toContain('LAPWING_BROWSERS is 0')
})
