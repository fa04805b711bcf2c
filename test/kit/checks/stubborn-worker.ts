// A probe process that answers every check at once, except one whose target says that it should hang for ever.
import type { FromWorker, SentOrder } from '../../../src/engine/workers/messages.ts'
import { goodOutcome } from '../resources/outcomes.ts'

process.on('message', (batch: SentOrder[]) => {
  for (const [id, { target }] of batch) {
    if (target === 'slow') {
      report(1, [])
      setTimeout(() => report(0, [[id, goodOutcome]]), 3000)
      continue
    }
    if (target === 'crash') throw new Error('a bug')
    if (target === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    if (target === 'fill the memory') fill()
    report(1, [[id, goodOutcome]])
  }
})
setInterval(() => report(0, []), 200)
process.on('disconnect', () => process.exit())

function fill(): void {
  const taken: number[][] = []
  for (;;) taken.push(new Array<number>(1_000_000).fill(taken.length))
}

function report(begun: number, finished: FromWorker['finished']): void {
  process.send!({ begun, finished } satisfies FromWorker)
}
