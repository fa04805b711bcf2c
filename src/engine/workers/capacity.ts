// How many checks may be in flight at once. Most end within milliseconds; against servers that accept a connection and
// then stay silent each lasts until its timeout, and all monitors may have such a server at the same time.
import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'

export interface Capacity {
  readonly maxPerWorker: number
  /** Beyond the usual number, workers are started when those there are have no room left. */
  readonly maxWorkers: number
  readonly maxInFlight: number
}

interface MachineLimits {
  readonly memoryBytes: number
  /** Of one process. */
  readonly maxOpenFiles: number
  /** The usual number of workers. */
  readonly workers: number
}

// Measured: a check that waits in a TLS handshake holds 78 KB, one without TLS 23 KB. A worker may use 1 GB.
const bytesPerCheck = 80 * 1024
const maxChecksPerWorker = 4000
// 10,000 monitors that are all confirmed at the same time.
const minWorkersWhenFull = 3
const minInFlight = 1000
// Pipes, libraries, name servers, and a second address for some.
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
