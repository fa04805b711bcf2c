// A probe process that answers every check at once, except one whose target says that it should hang for ever.
import type { Work } from '../../../src/engine/probe/messages.ts'
import { goodOutcome } from '../resources/outcomes.ts'

process.on('message', (batch: Work[]) => {
  for (const { id, target } of batch) {
    if (target === 'crash') throw new Error('a bug')
    if (target === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    if (target === 'fill the memory') fill()
    process.send!([{ id, at: 0, costMs: 0, outcome: goodOutcome }])
  }
})
setInterval(() => process.send!([]), 200)
process.on('disconnect', () => process.exit())

function fill(): void {
  const taken: number[][] = []
  for (;;) taken.push(new Array<number>(1_000_000).fill(taken.length))
}
