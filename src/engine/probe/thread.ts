// A thread of the probe: runs the checks it is given and hands back what came of them.
import { parentPort, workerData } from 'node:worker_threads'
import { findCheck } from '../../checks/index.ts'
import { systemClock as clock } from '../../domain/clock.ts'
import { type Outcome, asReported, notChecked } from '../../domain/outcome.ts'
import { createNet } from '../../net/index.ts'
import { createPolicy } from '../../net/policy.ts'
import { createLanes } from './lanes.ts'
import type { Done, ThreadOptions, Work } from './messages.ts'

const perHost = 64
const waitingPerHost = 1000
// A lease is fifteen seconds longer than its check: who has waited for ten would be reported too late.
const longestWaitMs = 10_000
const gatherMs = 25
const signOfLifeMs = 1000

const port = parentPort!
const { allowPrivate } = workerData as ThreadOptions
const net = createNet({ policy: createPolicy({ allowPrivate }), clock })
const environment = { net, clock, signal: new AbortController().signal }
const lanes = createLanes({ perHost, waitingPerHost })
let finished: Done[] = []
let handingOver = false

port.on('message', (batch: Work[]) => {
  const arrived = clock.monotonicMs()
  for (const work of batch) {
    const check = findCheck(work.type)!.prepare(work)
    const entered = lanes.enter(check.host, async () => {
      const late = clock.monotonicMs() - arrived > longestWaitMs
      finish(work, late ? tooMany : await check.run(environment))
    })
    if (!entered) finish(work, tooMany)
  }
})

const tooMany = notChecked('not checked: too many checks of this host are waiting')

function finish({ id }: Work, outcome: Outcome): void {
  finished.push({ id, at: clock.now().getTime(), outcome: asReported(outcome) })
  if (handingOver) return
  handingOver = true
  void clock.sleep(gatherMs).then(() => {
    handingOver = false
    port.postMessage(finished)
    finished = []
  })
}

for (;;) {
  port.postMessage([])
  await clock.sleep(signOfLifeMs)
}
