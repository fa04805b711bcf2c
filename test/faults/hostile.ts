// Monitors servers that send endlessly, one per protocol, beside a canary that must not be late.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { HostileTarget } from './hostile-servers.ts'
import { Installation, megabytesOf, nodesBelow } from './installation.ts'
import { type Site, pause, startSite, until } from './targets.ts'

export interface HostileFigures {
  readonly servers: number
  readonly refused: string[]
  /** How late the canary was in equal times before and beside the others. */
  readonly latestMsBefore: number
  readonly latestMs: number
  readonly canaryChecks: number
  readonly mostMegabytes: number
  readonly replacedProcesses: number
  readonly isAlive: boolean
}

const intervalMs = 5000

export async function sitBesideTheHostile({ seconds }: { seconds: number }): Promise<HostileFigures> {
  const [canary, lapwing] = [await startSite(), new Installation()]
  const hostile = fork(new URL('./hostile-servers.ts', import.meta.url))
  const [targets] = (await once(hostile, 'message')) as [HostileTarget[]]
  const refused: string[] = []
  let mostMegabytes = 0
  try {
    await lapwing.start()
    await lapwing.watch({ name: 'Canary', type: 'http', target: canary.url })
    await until(() => canary.requested.length > 1, 120_000)
    const alone = Date.now()
    await pause(seconds * 1000)
    const latestMsBefore = latestSince(canary, alone)
    for (const [index, target] of targets.entries())
      await lapwing
        .watch({ name: `${target.type} ${index}`, ...target })
        .catch((error: Error) => refused.push(`${target.type}: ${error.message}`))
    const from = Date.now()
    while (Date.now() < from + seconds * 1000) {
      const megabytes = nodesBelow(lapwing.pid).map(megabytesOf)
      mostMegabytes = Math.max(mostMegabytes, ...megabytes)
      await pause(500)
    }
    return {
      servers: targets.length,
      refused,
      latestMsBefore,
      latestMs: latestSince(canary, from),
      canaryChecks: canary.requested.filter((at) => at >= from).length,
      mostMegabytes: Math.round(mostMegabytes),
      replacedProcesses: lapwing.log.filter((line) => line.includes('is replaced')).length,
      isAlive: (await lapwing.ask('/healthz')).status === 200,
    }
  } finally {
    await lapwing.stop()
    canary.stop()
    hostile.disconnect()
  }
}

function latestSince({ requested }: Site, from: number): number {
  const since = requested.filter((at) => at >= from)
  return Math.max(0, ...since.slice(1).map((at, index) => at - since[index]!)) - intervalMs
}
