// The program of a probe process: runs the checks that it receives and sends back their outcomes.
import { readFileSync, writeFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { getPriority, setPriority } from 'node:os'
import { noBrowsers } from '../../browsers/missing.ts'
import { loadCheck, loadedCheck } from '../../checks/load.ts'
import { systemClock as clock } from '../../domain/clock.ts'
import { type ReportedOutcome, asReported } from '../../domain/outcome.ts'
import { createNet } from '../../net/index.ts'
import { createPolicy } from '../../net/policy.ts'
import { startHeapTrimmer } from '../event-loop/heap-trimmer.ts'
import { createCostMeter } from './cost-meter.ts'
import type { FromWorker, SentJob, ToWorker, WorkerOptions } from './messages.ts'

const gatherMs = 25
// Between two slices, responses are read and signs of life are sent.
const sliceMs = 20
const signOfLifeMs = 1000
const compiledAfterMs = 5000
const maxMemory = 1024 * 1024 * 1024

const { allowPrivate, sockets, sources, browser } = JSON.parse(process.argv[2]!) as WorkerOptions
const net = createNet({ policy: createPolicy({ allowPrivate, sockets }), clock })
// Browsers get the CPU time that ordinary checks leave, so that these are not late.
const browsers = browser
  ? (await import('../../browsers/index.ts')).createBrowsers({ installation: browser, clock, niceness: 19 })
  : noBrowsers('this process drives no browser')
const environment = { net, clock, sources, browsers, signal: new AbortController().signal }
const costs = createCostMeter({
  usedMs() {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  },
  nowMs: clock.monotonicMs,
})
const cancellations = new Map<number, AbortController>()
const unbegun: (readonly [id: number, job: SentJob])[] = []
let begun = 0
let finished: [id: number, outcome: ReportedOutcome][] = []
let isReportDue = false

preferAsOomVictim()
startHeapTrimmer(clock)
// Its parent kills it, so it cannot write the cache when it ends.
void clock.sleep(compiledAfterMs).then(flushCompileCache)
if (browser) setPriority(Math.max(getPriority(), 10))
// Only the parent ends it. A Ctrl-C that reaches both would otherwise end checks that the parent waits for.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', (message: ToWorker) => {
  if ('cancel' in message) return cancellations.get(message.cancel)?.abort(new Error('it was cancelled'))
  for (const [id, job, isCancellable] of message) {
    if (isCancellable) cancellations.set(id, new AbortController())
    unbegun.push([id, job])
  }
  if (unbegun.length === message.length) beginSlice()
})

function beginSlice(): void {
  const end = clock.monotonicMs() + sliceMs
  let count = 0
  while (count < unbegun.length && (count === 0 || clock.monotonicMs() < end)) void check(...unbegun[count++]!)
  unbegun.splice(0, count)
  begun += count
  reportSoon()
  if (unbegun.length > 0) setImmediate(beginSlice)
}

async function check(id: number, job: SentJob): Promise<void> {
  const end = costs.begin()
  const type = loadedCheck(job.type) ?? (await loadCheck(job.type))
  const prepared = job.forPicture ? type.picture!.prepare(job) : type.prepare(job)
  const outcome = await prepared.run(environmentOf(id, job))
  cancellations.delete(id)
  finished.push([id, { ...asReported(outcome), endedAt: clock.now().getTime(), costMs: end() }])
  reportSoon()
}

function environmentOf(id: number, { browserMissing }: SentJob): typeof environment {
  const cancellation = cancellations.get(id)
  if (!cancellation && browserMissing === undefined) return environment
  return {
    ...environment,
    ...(cancellation && { signal: cancellation.signal }),
    ...(browserMissing !== undefined && { browsers: noBrowsers(browserMissing) }),
  }
}

function reportSoon(): void {
  if (isReportDue) return
  isReportDue = true
  void clock.sleep(gatherMs).then(() => {
    isReportDue = false
    report()
  })
}

function report(): void {
  process.send!({ begun, finished } satisfies FromWorker)
  begun = 0
  finished = []
}

/**
 * If memory runs out, the kernel ends this process before the server and the database, but after sandboxes with
 * browsers, which have 1000.
 */
function preferAsOomVictim(): void {
  if (process.platform !== 'linux') return
  const [file, score] = ['/proc/self/oom_score_adj', 500]
  try {
    // In some containers, the server itself has a higher score.
    if (Number(readFileSync(file, 'utf8')) < score) writeFileSync(file, String(score))
  } catch {
    // Some containers forbid writes to /proc.
  }
}

for (;;) {
  report()
  if (process.memoryUsage.rss() > maxMemory) throw new RangeError('its checks took more than 1 GB of memory')
  await clock.sleep(signOfLifeMs)
}
