// Helpers for silent targets: a server that falls silent, many monitors of it, and a probe of Lapwing's health.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type Installation, megabytesOf, nodesBelow } from './installation.ts'
import type { SilentServerFigures } from './silent-server.ts'
import { type Receiver, pause } from './targets.ts'

export interface SilentServer {
  order(order: 'answer' | 'fall silent' | 'report'): Promise<SilentServerFigures>
  stop(): void
}

export async function startSilentServer(): Promise<SilentServer> {
  const child: ChildProcess = fork(new URL('./silent-server.ts', import.meta.url))
  await once(child, 'message')
  let last: Promise<unknown> = Promise.resolve()
  return {
    order(order) {
      const answer = last.then(async () => {
        child.send(order)
        return ((await once(child, 'message')) as [SilentServerFigures])[0]
      })
      last = answer
      return answer
    },
    stop: () => child.disconnect(),
  }
}

const creatingAtOnce = 8

export async function watchAll(lapwing: Installation, monitors: readonly object[]): Promise<void> {
  const waiting = [...monitors]
  const create = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await lapwing.watch(next)
  }
  await Promise.all(Array.from({ length: creatingAtOnce }, create))
}

export interface Observed {
  maxHealthMs: number
  maxMegabytes: number
  maxInFlight: number
  readonly problems: Set<string>
}

/** Polls Lapwing until the condition holds or the time is over; returns whether it held. */
export async function observeUntil(
  holds: () => boolean | Promise<boolean>,
  {
    lapwing,
    server,
    maxMs,
    observed,
  }: { lapwing: Installation; server: SilentServer; maxMs: number; observed: Observed },
): Promise<boolean> {
  const end = Date.now() + maxMs
  for (let n = 0; Date.now() < end; n++) {
    const requested = Date.now()
    const health = await lapwing.ask('/healthz').catch(() => null)
    observed.maxHealthMs = Math.max(observed.maxHealthMs, health?.status === 200 ? Date.now() - requested : Infinity)
    if (n % 8 === 0) await measure(lapwing, server, observed)
    if (await holds()) return true
    await pause(250)
  }
  return false
}

async function measure(lapwing: Installation, server: SilentServer, observed: Observed): Promise<void> {
  const { maxOpen } = await server.order('report')
  observed.maxInFlight = Math.max(observed.maxInFlight, maxOpen)
  const megabytes = nodesBelow(lapwing.pid).reduce((sum, pid) => sum + megabytesOf(pid), 0)
  observed.maxMegabytes = Math.max(observed.maxMegabytes, Math.round(megabytes))
  const ready = await lapwing.ask('/readyz').catch(() => null)
  for (const { code } of ready?.body?.problems ?? []) observed.problems.add(code)
}

/** Names of the monitors whose outage the receiver was notified of. */
export function notifiedMonitors({ events }: Receiver): Set<string> {
  const firing = events.filter(({ event }) => event === 'incident.firing')
  return new Set(firing.map(({ enrichment }) => enrichment.monitor_name as string))
}

/** The sentences whose condition holds. */
export const violationsIn = (found: readonly (readonly [violated: boolean, sentence: string])[]): string[] =>
  found.filter(([violated]) => violated).map(([, sentence]) => sentence)
