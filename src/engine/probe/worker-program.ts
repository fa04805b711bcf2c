// A process of the probe: runs the checks it is given and hands back what came of them.
import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { createBrowsers, noBrowsers } from '../../browsers/index.ts'
import { findCheck } from '../../checks/index.ts'
import type { PreparedCheck } from '../../checks/run.ts'
import { systemClock as clock } from '../../domain/clock.ts'
import { type Outcome, asReported, notChecked } from '../../domain/outcome.ts'
import { createNet } from '../../net/index.ts'
import { createPolicy } from '../../net/policy.ts'
import { createCostMeter } from './cost-meter.ts'
import { createHostLimits } from './host-limits.ts'
import type { Done, FromWorker, ToWorker, Work, WorkerOptions } from './messages.ts'

const perHost = 64
const waitingPerHost = 1000
// A lease is fifteen seconds longer than its check: who has waited for ten would be reported too late.
const maxWaitMs = 10_000
const gatherMs = 25
const signOfLifeMs = 1000
const maxMemory = 1024 * 1024 * 1024

const { allowPrivate, sources, browser } = JSON.parse(process.argv[2]!) as WorkerOptions
const net = createNet({ policy: createPolicy({ allowPrivate }), clock })
// A browser takes all the time it gets, and ordinary checks are not to be late because of it: it has what is left.
const browsers = browser
  ? createBrowsers({ installation: browser, clock, niceness: 19 })
  : noBrowsers('this process drives no browser')
const environment = { net, clock, sources, browsers, signal: new AbortController().signal }
const hosts = createHostLimits({ perHost, waitingPerHost })
const costs = createCostMeter(() => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
})
const cancellations = new Map<number, AbortController>()
let finished: Done[] = []
let handingOver = false

preferAsOomVictim()
if (browser) setPriority(10)
// Its parent ends it; a Ctrl-C that reaches both must not, or the parent would have nothing to drain.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', (message: ToWorker) => {
  if ('cancel' in message) return cancellations.get(message.cancel)?.abort(new Error('it was cancelled'))
  const arrived = clock.monotonicMs()
  for (const work of message) {
    const check = prepared(work)
    const entered = hosts.enter(check.host, async () => {
      const late = clock.monotonicMs() - arrived > maxWaitMs
      const end = costs.begin()
      const outcome = late ? tooMany : await check.run(environmentOf(work))
      finish(work, outcome, end())
    })
    if (!entered) finish(work, tooMany, 0)
  }
})

const prepared = (work: Work): PreparedCheck => {
  const type = findCheck(work.type)!
  return work.forPicture ? type.picture!.prepare(work) : type.prepare(work)
}

function environmentOf(work: Work): typeof environment {
  const { isCancellable, browserMissing } = work
  if (!isCancellable && browserMissing === undefined) return environment
  return {
    ...environment,
    ...(isCancellable && { signal: cancellationOf(work) }),
    ...(browserMissing !== undefined && { browsers: noBrowsers(browserMissing) }),
  }
}

const tooMany = notChecked('not checked: too many checks of this host are waiting')

function cancellationOf({ id }: Work): AbortSignal {
  const controller = new AbortController()
  cancellations.set(id, controller)
  return controller.signal
}

function finish({ id }: Work, outcome: Outcome, costMs: number): void {
  cancellations.delete(id)
  finished.push({ id, at: clock.now().getTime(), costMs, outcome: asReported(outcome) })
  if (handingOver) return
  handingOver = true
  void clock.sleep(gatherMs).then(() => {
    handingOver = false
    tell(finished)
    finished = []
  })
}

function tell(batch: FromWorker): void {
  process.send!(batch)
}

/** When memory runs out, the kernel ends this process before the server and the database, but after boxes with browsers (1000). */
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
  tell([])
  if (process.memoryUsage.rss() > maxMemory) throw new RangeError('its checks took more than 1 GB of memory')
  await clock.sleep(signOfLifeMs)
}
