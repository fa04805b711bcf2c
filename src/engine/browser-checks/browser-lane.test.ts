import { expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import type { FoundBrowser, BrowserInstallation } from '../../browsers/find.ts'
import { type ReportedOutcome, asReported, notChecked } from '../../domain/outcome.ts'
import { createBrowserLane } from './browser-lane.ts'
import type { CheckReport, WorkerOrder } from '../workers/messages.ts'
import type { Workers } from '../workers/workers.ts'

const installation: BrowserInstallation = {
  bubblewrap: '/bwrap',
  chromium: '/chromium',
  node: '/node',
  asRoot: true,
  programs: [],
  hidden: [],
}
const outcome: ReportedOutcome = asReported(notChecked('a test'))
const work = (type: string): Omit<WorkerOrder, 'id'> => ({
  type,
  monitorId: 'monitor',
  version: 1,
  target: 'https://example.com',
  config: {},
  deadlineMs: 1000,
})

/** Workers that finish what they have when they are told to. */
function slowWorkers(): Workers & { had: Omit<WorkerOrder, 'id'>[]; finish(): void } {
  const [had, waiting]: [Omit<WorkerOrder, 'id'>[], ((done: CheckReport) => void)[]] = [[], []]
  return {
    had,
    finish: () => waiting.shift()!({ id: 0, at: 0, costMs: 0, outcome }),
    busy: 0,
    free: 500,
    isReady: true,
    stalledMs: () => 0,
    run: (work) => {
      had.push(work)
      return new Promise((resolve) => waiting.push(resolve))
    },
    stop: async () => undefined,
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
  const started = createBrowserLane({ workers, find, startBrowsers: () => browsers, slots, clock })
  onTestFinished(() => started.stop())
  return { workers, browsers, clock, started }
}

const here: FoundBrowser = { installation, missing: null }

it('gives checks that drive a browser as many slots as there are, and the next one to whoever has waited longest', async () => {
  const { browsers, started } = lane(2, here)
  await waitUntil(() => started.freeBrowsers === 2)
  const runs = ['browser', 'playwright', 'browser'].map((type) => started.run(work(type)))
  await waitUntil(() => browsers.had.length === 2)
  expect(started.freeBrowsers).toBe(0)
  browsers.finish()
  await waitUntil(() => browsers.had.length === 3)
  expect(started.freeBrowsers).toBe(0)
  browsers.finish()
  browsers.finish()
  expect(await Promise.all(runs)).toHaveLength(3)
  expect(started.freeBrowsers).toBe(2)
})

it('keeps slots for whoever looks for checks that need them, so that two who look do not count on the same one', async () => {
  const { browsers, started } = lane(2, here)
  await waitUntil(() => started.freeBrowsers === 2)
  const [turns, tries] = [started.hold(), started.hold()]
  expect([turns.count, tries.count]).toEqual([2, 0])
  const picture = started.run({ ...work('http'), forPicture: true })
  turns.use([{ organizationId: 'acme', kind: 'check', count: 1 }])
  tries.use([])
  await waitUntil(() => browsers.had.length === 1)
  expect(started.freeBrowsers).toBe(0)
  const check = started.run({ ...work('browser'), hasSlot: true })
  await waitUntil(() => browsers.had.length === 2)
  browsers.finish()
  browsers.finish()
  await Promise.all([picture, check])
  started.release('acme')
  expect(started.freeBrowsers).toBe(2)
})

it('lets ordinary checks pass while all browsers are busy', async () => {
  const { workers, started } = lane(1, here)
  await waitUntil(() => started.freeBrowsers === 1)
  void started.run(work('browser'))
  const ordinary = started.run(work('http'))
  await waitUntil(() => workers.had.length === 1)
  workers.finish()
  expect(await ordinary).toMatchObject({ outcome })
})

it('tells a check where there is no browser what is missing, and looks again', async () => {
  const missing = 'this location has no browser: install one'
  const { workers, clock, started } = lane(1, { installation: null, missing }, here)
  expect(started.freeBrowsers).toBe(0)
  await waitUntil(() => started.browserMissing === missing)
  expect(started.freeBrowsers).toBeNull()
  void started.run(work('browser'))
  expect(workers.had).toMatchObject([{ type: 'browser', browserMissing: missing }])
  workers.finish()
  await waitUntil(() => {
    clock.advance(10_000)
    return started.freeBrowsers === 1
  })
  expect(started.browserMissing).toBeNull()
})

it('looks again, too, when looking fails', async () => {
  const { clock, started } = lane(1, new Error('EACCES: permission denied'), here)
  await waitUntil(() => started.browserMissing?.includes('EACCES') ?? false)
  await waitUntil(() => {
    clock.advance(10_000)
    return started.freeBrowsers === 1
  })
})

it('looks for none where there are to be none', () => {
  const { started } = lane(0, here)
  expect(started.freeBrowsers).toBeNull()
  expect(started.browserMissing).toContain('LAPWING_BROWSERS is 0')
})
