// The threads of a probe. One that shows no sign of life is ended and replaced: a check that blocks it costs itself and
// those it ran beside, and those come due again when their leases lapse.
import { Worker } from 'node:worker_threads'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { Done, FromThread, ThreadOptions, Work } from './messages.ts'

export interface Crew {
  readonly busy: number
  /** Whether a thread was too busy to show a sign of life in time, not long ago. */
  readonly hasStalled: boolean
  /** Null when the thread was lost. */
  run(work: Omit<Work, 'id'>): Promise<Done | null>
  stop(): Promise<void>
}

const silentForMs = 5000
// A sign of life is due every second.
const stalledMs = 2500
const rememberedMs = 60_000
const restartMs = 2000
// Young objects die young here; a larger nursery only keeps more of them in memory.
const resourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 512 }

interface Member {
  worker: Worker
  heardAt: number
  heard: boolean
  readonly pending: Map<number, (done: Done | null) => void>
  outbox: Work[]
}

export interface CrewParts {
  readonly threads: number
  readonly options: ThreadOptions
  readonly clock: Clock
  readonly log: Log
  /** What a thread runs. */
  readonly program?: URL
}

export function startCrew({
  threads,
  options,
  clock,
  log,
  program = new URL('./thread.ts', import.meta.url),
}: CrewParts): Crew {
  const members: Member[] = Array.from({ length: threads }, () => hire())
  const stopping = new AbortController()
  let nextId = 1
  let stalledAt = -Infinity

  function hire(): Member {
    const worker = new Worker(program, { workerData: options, resourceLimits })
    const member: Member = { worker, heardAt: clock.monotonicMs(), heard: false, pending: new Map(), outbox: [] }
    worker.on('message', (batch: FromThread) => {
      if (member.heard && clock.monotonicMs() - member.heardAt > stalledMs) stalledAt = clock.monotonicMs()
      member.heardAt = clock.monotonicMs()
      member.heard = true
      for (const done of batch) settle(member, done.id, done)
    })
    worker.on('error', (error) => void replace(member, String(error)))
    return member
  }

  function settle(member: Member, id: number, done: Done | null): void {
    member.pending.get(id)?.(done)
    member.pending.delete(id)
  }

  async function replace(member: Member, reason: string): Promise<void> {
    const place = members.indexOf(member)
    if (place < 0 || stopping.signal.aborted) return
    members.splice(place, 1)
    log.error('a probe thread is replaced', { reason, lost: member.pending.size })
    void member.worker.terminate()
    for (const id of member.pending.keys()) settle(member, id, null)
    // One that fails as soon as it starts will do so again.
    if (!member.heard) await clock.sleep(restartMs, stopping.signal).catch(() => undefined)
    if (!stopping.signal.aborted) members.push(hire())
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await clock.sleep(1000, stopping.signal).catch(() => undefined)
      const silent = members.filter(({ heardAt }) => clock.monotonicMs() - heardAt > silentForMs)
      for (const member of silent) void replace(member, 'no sign of life')
    }
  }
  const watching = watch()

  return {
    get busy() {
      return members.reduce((sum, { pending }) => sum + pending.size, 0)
    },
    get hasStalled() {
      return clock.monotonicMs() - stalledAt < rememberedMs
    },
    run(work) {
      const member = members.toSorted((a, b) => a.pending.size - b.pending.size)[0]
      if (!member) return Promise.resolve(null)
      const id = nextId++
      if (member.outbox.push({ ...work, id }) === 1)
        queueMicrotask(() => member.worker.postMessage(member.outbox.splice(0)))
      return new Promise((resolve) => member.pending.set(id, resolve))
    },
    async stop() {
      stopping.abort()
      await watching
      await Promise.all(members.map(({ worker }) => worker.terminate()))
    },
  }
}
