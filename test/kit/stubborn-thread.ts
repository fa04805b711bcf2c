// A probe thread that answers every check at once, except one whose target says that it should hang for ever.
import { parentPort } from 'node:worker_threads'
import type { Work } from '../../src/engine/probe/messages.ts'

const outcome = {
  success: true,
  durationMs: 1,
  statusCode: null,
  error: null,
  cause: null,
  metrics: {},
  evidence: null,
}

parentPort!.on('message', (batch: Work[]) => {
  for (const { id, target } of batch) {
    if (target === 'crash') throw new Error('a bug')
    while (target === 'hang') Math.random()
    parentPort!.postMessage([{ id, at: 0, outcome }])
  }
})
setInterval(() => parentPort!.postMessage([]), 200)
