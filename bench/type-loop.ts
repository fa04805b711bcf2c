// Checks of one type, or the bare client in their place: what one costs, and what a hundred at once need.
import { findCheck } from '../src/checks/index.ts'
import { systemClock as clock } from '../src/domain/clock.ts'
import { createNet } from '../src/net/index.ts'
import { createPolicy } from '../src/net/policy.ts'
import { cpuSeconds } from './processes.ts'
import type { Place } from './type-entry.ts'
import { entries } from './type-table.ts'

const [name = '', who = '', written = '{}', seconds = ''] = process.argv.slice(2)
const place = JSON.parse(written) as Place
const entry = entries.find((one) => one.name === name)!
const check = findCheck(entry.type ?? name)!
const extraTrust = place.root ? [place.root] : []
const net = createNet({ policy: createPolicy({ allowPrivate: true }), clock, extraTrust })
const around = { net, clock, signal: new AbortController().signal, note() {} }
const targets = [place.target, ...(place.others ?? [])]
const goesAtOnce = who === 'bare' && entry.inOneGo === true
let failures = 0
let complaint: string | null = null

async function once(target: string): Promise<void> {
  const job = { monitorId: '', target, config: place.config, deadlineMs: 15_000 }
  const { success, error } = await check.run(job, around)
  if (!success) fail(error)
}

async function bare(target: string, others: readonly string[]): Promise<void> {
  await entry.bare({ ...place, target, others }).catch(fail)
}

function fail(error: unknown): void {
  failures += 1
  complaint ??= String(error)
}

/** So many at a time, each one's next as soon as it is done. They begin one by one: a server's queue may be short. */
async function loop(atOnce: number, ms: number): Promise<number> {
  const end = clock.monotonicMs() + ms
  const staggerMs = Math.min(10, 1000 / atOnce)
  const [lanes, each] = goesAtOnce ? [1, atOnce] : [atOnce, 1]
  let done = 0
  const lane = async (index: number): Promise<void> => {
    const target = targets[index % targets.length]!
    await clock.sleep(index * staggerMs)
    for (; clock.monotonicMs() < end; done += each)
      await (who === 'bare' ? bare(target, targets.slice(1, each)) : once(target))
  }
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)))
  return done
}

async function peakDuring(work: () => Promise<unknown>): Promise<number> {
  let peak = 0
  const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5)
  await work().finally(() => clearInterval(watching))
  return peak
}

const { atOnce = 8 } = entry
await loop(atOnce, 1000)
failures = 0
complaint = null
const before = cpuSeconds(process.pid)
const checks = await loop(atOnce, Number(seconds) * 1000)
const cpu = cpuSeconds(process.pid) - before
globalThis.gc?.()
const resting = process.memoryUsage.rss()
const peak = await peakDuring(() => loop(100, 3000))
const megabytes = (peak - resting) / 2 ** 20
process.send!({ checks, cpu, megabytes, failures, complaint }, () => process.exit())
