// Runs checks of one type, or the bare client: the cost of one, and the needs of a hundred at once.
import { noBrowsers } from '../../src/browsers/missing.ts'
import { findCheck } from '../../src/checks/index.ts'
import { systemClock as clock } from '../../src/domain/clock.ts'
import { createNet } from '../../src/net/index.ts'
import { createPolicy } from '../../src/net/policy.ts'
import { noSources } from '../../test/kit/checks/run-check.ts'
import { cpuSecondsBelow } from '../kit/processes.ts'
import type { Place } from './entry.ts'
import { entries } from './table.ts'

/** Commands: prepare, do a share of the work, run one at a time, or run a crowd. */
export type Ask = 'warm up' | 'work' | 'alone' | 'crowd'

/** Everything so far. */
export interface Figures {
  checks: number
  /** CPU seconds, including started programs. */
  cpu: number
  megabytes: number
  /** The longest CPU time that one check, or its garbage collection, blocked the event loop. */
  blockedMs: number
  failures: number
  firstFailure: string | null
}

const [name = '', who = '', written = '{}', workMs = ''] = process.argv.slice(2)
const place = JSON.parse(written) as Place
const entry = entries.find((one) => one.name === name)!
const check = findCheck(entry.type ?? name)!
const extraTrust = place.root ? [place.root] : []
const net = createNet({ policy: createPolicy({ allowPrivate: true }), clock, extraTrust, resolvers: place.resolvers })
const browsers = noBrowsers('a bench has no browser')
const around = { net, clock, sources: place.sources ?? noSources, browsers, signal: new AbortController().signal }
const targets = [place.target, ...(place.others ?? [])]
const goesAtOnce = who === 'bare' && entry.inOneGo === true
const { atOnce = 8 } = entry
// On a busy machine a second of wall time says little about how warm the code is; waiting checks use little CPU.
const warmUpCpuMs = 1500
const warmUpMs = 6000
const crowdMs = 3000
const figures: Figures = { checks: 0, cpu: 0, megabytes: 0, blockedMs: 0, failures: 0, firstFailure: null }

async function once(target: string): Promise<void> {
  const job = {
    monitorId: '',
    target,
    config: place.config,
    deadlineMs: 15_000,
    known: place.known,
    shared: place.shared,
  }
  const { success, error } = await check.prepare(job).run(around)
  if (!success) fail(error)
}

async function bare(target: string, others: readonly string[]): Promise<void> {
  await entry.bare({ ...place, target, others }).catch(fail)
}

function fail(error: unknown): void {
  figures.failures += 1
  figures.firstFailure ??= String(error)
}

/** Runs this many at a time, each starting its next when done. They start one by one: a server's queue may be short. */
async function loop(atOnce: number, ms: number, cpuMs = Infinity): Promise<number> {
  const end = clock.monotonicMs() + ms
  const before = process.cpuUsage()
  const isWarm = (): boolean => cpuMs < Infinity && spentMs(process.cpuUsage(before)) >= cpuMs
  const staggerMs = Math.min(10, 1000 / atOnce)
  const [lanes, each] = goesAtOnce ? [1, atOnce] : [atOnce, 1]
  let done = 0
  const lane = async (index: number): Promise<void> => {
    const target = targets[index % targets.length]!
    await clock.sleep(index * staggerMs)
    for (; clock.monotonicMs() < end && !isWarm(); done += each)
      await (who === 'bare' ? bare(target, targets.slice(1, each)) : once(target))
  }
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)))
  return done
}

const spentMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000

async function work(): Promise<void> {
  const below = cpuSecondsBelow(process.pid)
  const before = process.cpuUsage()
  figures.checks += await loop(atOnce, Number(workMs))
  figures.cpu += spentMs(process.cpuUsage(before)) / 1000 + cpuSecondsBelow(process.pid) - below
}

async function workAlone(): Promise<void> {
  const stop = watchTurns()
  await loop(1, Number(workMs))
  figures.blockedMs = stop()
}

/** Returns the longest turn of the event loop in CPU time, so that other load does not count. */
function watchTurns(): () => number {
  let [longest, last] = [0, spentMs(process.threadCpuUsage())]
  const beat = setInterval(() => {
    const now = spentMs(process.threadCpuUsage())
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  return () => {
    clearInterval(beat)
    return longest
  }
}

async function gatherCrowd(): Promise<void> {
  globalThis.gc?.()
  const resting = process.memoryUsage.rss()
  let peak = resting
  const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5)
  await loop(100, crowdMs).finally(() => clearInterval(watching))
  figures.megabytes = (peak - resting) / 2 ** 20
}

const answers: Readonly<Record<Ask, () => Promise<unknown>>> = {
  'warm up': () => loop(atOnce, warmUpMs, warmUpCpuMs),
  work,
  alone: workAlone,
  crowd: gatherCrowd,
}

process.on('message', async (ask: Ask) => {
  await answers[ask]()
  process.send!(figures)
})
