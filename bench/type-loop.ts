// Checks of one type, or the bare client in their place: what one costs, and what a hundred at once need.
import { findCheck } from '../src/checks/index.ts'
import { systemClock as clock } from '../src/domain/clock.ts'
import { createNet } from '../src/net/index.ts'
import { createPolicy } from '../src/net/policy.ts'
import { type Place, entries } from './type-table.ts'

const [type = '', who = '', written = '{}', seconds = ''] = process.argv.slice(2)
const place = JSON.parse(written) as Place
const entry = entries.find((one) => one.type === type)!
const check = findCheck(type)!
const extraTrust = place.root ? [place.root] : []
const net = createNet({ policy: createPolicy({ allowPrivate: true }), clock, extraTrust })
const around = { net, clock, signal: new AbortController().signal, note() {} }
const { target, config } = place
const job = { monitorId: '', target, config, deadlineMs: 15_000 }
const staggerMs = 10
let failures = 0
let complaint: string | null = null

async function once(): Promise<void> {
  const { success, error } = who === 'bare' ? await bare() : await check.run(job, around)
  if (success) return
  failures += 1
  complaint ??= error
}

async function bare(): Promise<{ success: boolean; error: string | null }> {
  return entry.bare(place).then(
    () => ({ success: true, error: null }),
    (error: unknown) => ({ success: false, error: String(error) }),
  )
}

/** So many at a time, each one's next as soon as it is done. They begin one by one: a server's queue may be short. */
async function loop(atOnce: number, ms: number): Promise<number> {
  const end = clock.monotonicMs() + ms
  let done = 0
  const lane = async (index: number): Promise<void> => {
    await clock.sleep(index * staggerMs)
    for (; clock.monotonicMs() < end; done++) await once()
  }
  await Promise.all(Array.from({ length: atOnce }, (_, index) => lane(index)))
  return done
}

async function peakDuring(work: () => Promise<unknown>): Promise<number> {
  let peak = 0
  const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5)
  await work().finally(() => clearInterval(watching))
  return peak
}

await loop(8, 1000)
failures = 0
complaint = null
const before = process.cpuUsage()
const checks = await loop(8, Number(seconds) * 1000)
const { user, system } = process.cpuUsage(before)
globalThis.gc?.()
const resting = process.memoryUsage.rss()
const peak = await peakDuring(() => loop(100, 3000))
const [cpu, megabytes] = [(user + system) / 1e6, (peak - resting) / 2 ** 20]
process.send!({ checks, cpu, megabytes, failures, complaint }, () => process.exit())
