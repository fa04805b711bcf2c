// The process that reads documents. Whatever one does to it, its parent survives and ends it.
import { Fault } from '../../domain/fault.ts'
import { jobsWith } from './jobs.ts'
import type { DocumentOrder, DocumentResult } from './messages.ts'

const jobs = jobsWith(process.argv[2]!)

// Only the parent ends it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
process.on('message', (order: DocumentOrder) => void read(order).then((result) => process.send!(result)))

async function read({ name, input }: DocumentOrder): Promise<DocumentResult> {
  try {
    return { value: await jobs[name](input as never) }
  } catch (error) {
    if (error instanceof Fault) return { fault: { code: error.code, message: error.message } }
    return { problem: String(error) }
  }
}
