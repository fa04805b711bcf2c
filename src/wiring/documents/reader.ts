// Reads documents in processes of their own, which start when there is something to read and end when there is nothing.
import type { Clock } from '../../domain/clock.ts'
import { Fault } from '../../domain/fault.ts'
import type { DocumentReader } from '../../operations/registry/document-reader.ts'
import { ReaderProcess, type ReadingLimits } from './reader-process.ts'

interface WaitingDocument {
  readonly owner: string
  begin(): void
}

const maxProcesses = 2
const maxWaitingPerOwner = 16
const retryAfterSeconds = 5
const idleMs = 30_000
const usualReadingLimits: ReadingLimits = { maxCpuSeconds: 10, maxSeconds: 60, maxMegabytes: 512 }

export interface RunningDocumentReader extends DocumentReader {
  stop(): Promise<void>
}

/** The limits protect the machine, so the clock is the machine's. */
export function createDocumentReader(clock: Clock, limits = usualReadingLimits): RunningDocumentReader {
  const reading = new Set<string>()
  const idle: ReaderProcess[] = []
  const all = new Set<ReaderProcess>()
  let waiting: WaitingDocument[] = []
  let cancelIdle = (): void => undefined

  const enter = async (owner: string): Promise<void> => {
    if (waiting.filter((one) => one.owner === owner).length >= maxWaitingPerOwner) throw tooMany()
    if (reading.size >= maxProcesses || reading.has(owner))
      await new Promise<void>((resolve) => waiting.push({ owner, begin: resolve }))
    reading.add(owner)
  }
  /** An owner who has been served is last again. */
  const leave = (owner: string): void => {
    reading.delete(owner)
    waiting = [...waiting.filter((one) => one.owner !== owner), ...waiting.filter((one) => one.owner === owner)]
    const next = waiting.findIndex((one) => !reading.has(one.owner))
    const [chosen] = next === -1 ? [] : waiting.splice(next, 1)
    if (!chosen) return
    reading.add(chosen.owner)
    chosen.begin()
  }
  const take = (): ReaderProcess => {
    const rested = idle.pop()
    if (rested) return rested
    const started = new ReaderProcess(clock, limits)
    all.add(started)
    return started
  }
  const end = async (ended: ReaderProcess): Promise<void> => {
    all.delete(ended)
    await ended.end()
  }
  const endIdle = (): void => void Promise.all(idle.splice(0).map(end))

  return {
    async read(owner, name, input) {
      await enter(owner)
      cancelIdle()
      const process = take()
      try {
        return (await process.read({ name, input })) as never
      } finally {
        if (process.isUsable) idle.push(process)
        else await end(process)
        leave(owner)
        if (reading.size === 0) cancelIdle = clock.after(idleMs, endIdle)
      }
    },
    async stop() {
      cancelIdle()
      await Promise.all([...all].map(end))
    },
  }
}

const tooMany = (): Fault =>
  new Fault('rate_limited', `Too many of your documents are waiting. Try again in ${retryAfterSeconds} s.`, {
    'retry-after': String(retryAfterSeconds),
  })
