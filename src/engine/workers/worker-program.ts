// A process of the probe: runs the checks it is given and hands back what came of them.
import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { createBrowsers, noBrowsers } from '../../browsers/index.ts'
import { findCheck } from '../../checks/index.ts'
import type { PreparedCheck } from '../../checks/run.ts'
import { systemClock as clock } from '../../domain/clock.ts'
import { asReported } from '../../domain/outcome.ts'
import { createNet } from '../../net/index.ts'
import { createPolicy } from '../../net/policy.ts'
import { createCostMeter } from './cost-meter.ts'
import type { CheckReport, FromWorker, ToWorker, WorkerOrder, WorkerOptions } from './messages.ts'

const gatherMs = 25
// Between two slices the loop turns: answers are read in time, and the parent sees signs of life.
const sliceMs = 20
const signOfLifeMs = 1000
const maxMemory = 1024 * 1024 * 1024

const { allowPrivate, sources, browser } = JSON.parse(process.argv[2]!) as WorkerOptions
const net = createNet({ policy: createPolicy({ allowPrivate }), clock })
// A browser takes all the time it gets, and ordinary checks are not to be late because of it: it has what is left.
const browsers = browser
  ? createBrowsers({ installation: browser, clock, niceness: 19 })
  : noBrowsers('this process drives no browser')
const environment = { net, clock, sources, browsers, signal: new AbortController().signal }
const costs = createCostMeter(() => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
})
const cancellations = new Map<number, AbortController>()
const unbegun: WorkerOrder[] = []
let begun = 0
let finished: CheckReport[] = []
let isReportDue = false

preferAsOomVictim()
if (browser) setPriority(10)
// Its parent ends it; a Ctrl-C that reaches both must not, or the parent would have nothing to drain.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', (message: ToWorker) => {
  if ('cancel' in message) return cancellations.get(message.cancel)?.abort(new Error('it was cancelled'))
  for (const { id, isCancellable } of message) if (isCancellable) cancellations.set(id, new AbortController())
  if (unbegun.push(...message) === message.length) beginSlice()
})

function beginSlice(): void {
  const end = clock.monotonicMs() + sliceMs
  let count = 0
  while (count < unbegun.length && (count === 0 || clock.monotonicMs() < end)) void check(unbegun[count++]!)
  unbegun.splice(0, count)
  begun += count
  reportSoon()
  if (unbegun.length > 0) setImmediate(beginSlice)
}

async function check(work: WorkerOrder): Promise<void> {
  const end = costs.begin()
  const outcome = await prepared(work).run(environmentOf(work))
  cancellations.delete(work.id)
  finished.push({ id: work.id, at: clock.now().getTime(), costMs: end(), outcome: asReported(outcome) })
  reportSoon()
}

const prepared = (work: WorkerOrder): PreparedCheck => {
  const type = findCheck(work.type)!
  return work.forPicture ? type.picture!.prepare(work) : type.prepare(work)
}

function environmentOf(work: WorkerOrder): typeof environment {
  const { id, browserMissing } = work
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
 * When memory runs out, the kernel ends this process before the server and the database, but after boxes with browsers
 * (1000).
 */
function preferAsOomVictim(): void {
  if (process.platform !== 'linux') return
  const [file, score] = ['/proc/self/oom_score_adj', 500]
  try {
    // In some containers the server itself has more.
    if (Number(readFileSync(file, 'utf8')) < score) writeFileSync(file, String(score))
  } catch {
    // A container may keep /proc from being written to.
  }
}

for (;;) {
  report()
  if (process.memoryUsage.rss() > maxMemory) throw new RangeError('its checks took more than 1 GB of memory')
  await clock.sleep(signOfLifeMs)
}
