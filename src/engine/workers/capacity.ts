// How many checks may run at once. Most end within milliseconds, but a check of a server that accepts a connection and
// sends nothing lasts until its timeout, and all monitors may have such a server at the same time.
import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'

export interface Capacity {
  readonly maxPerWorker: number
  /** More workers than usual start when the others have no room left. */
  readonly maxWorkers: number
  readonly maxInFlight: number
}

interface MachineLimits {
  readonly memoryBytes: number
  /** Limit of one process. */
  readonly maxOpenFiles: number
  /** The usual number of workers. */
  readonly workers: number
}

// Measured: a check that waits in a TLS handshake holds 78 KB, one without TLS 23 KB. A worker may use 1 GB.
const bytesPerCheck = 80 * 1024
const maxChecksPerWorker = 4000
// Enough for 10,000 monitors whose failures are confirmed at the same time.
const minWorkersWhenFull = 3
const minInFlight = 1000
// Pipes, libraries, name servers, and second addresses of some targets.
const otherOpenFiles = 250

export function capacityOf({ memoryBytes, maxOpenFiles, workers }: MachineLimits): Capacity {
  const maxPerWorker = Math.max(Math.min(maxChecksPerWorker, maxOpenFiles - otherOpenFiles), 100)
  const maxWorkers = Math.max(workers, minWorkersWhenFull)
  const byMemory = Math.max(Math.floor(memoryBytes / 2 / bytesPerCheck), minInFlight)
  return { maxPerWorker, maxWorkers, maxInFlight: Math.min(maxWorkers * maxPerWorker, byMemory) }
}

export function capacityOfThisMachine(workers: number): Capacity {
  const limit = process.constrainedMemory()
  const memoryBytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return capacityOf({ memoryBytes, maxOpenFiles: maxOpenFiles(), workers })
}

/** Node raises the soft limit to the hard one when it starts. */
function maxOpenFiles(): number {
  try {
    const [, hard] = /^Max open files +\S+ +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return Number.isInteger(Number(hard)) ? Number(hard) : Infinity
  } catch {
    // Only Linux has that file.
    return Infinity
  }
}
