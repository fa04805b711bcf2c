// Two lanes: monitors whose checks burn much CPU, as a server that never stops talking makes them do, have a process of
// their own, so that on a busy machine nobody else is checked late because of them.
import type { Workers } from './workers.ts'

// A usual check costs a millisecond or two, the first of a process some more.
const costlyMs = 20
const timesInARow = 2
const cheapMs = 10
// Among many that burn, each gets little and lasts long.
const shortMs = 1000
// Beyond this they are shared out again: one process must not be all there is for them.
const maxInSlow = 64
const maxRemembered = 10_000

export function createLanes({ quick, startSlow }: { quick: Workers; startSlow: () => Workers }): Workers {
  const costlyTimes = new Map<string, number>()
  let slow: Workers | undefined
  let stopping = false

  const isCostly = (monitorId: string): boolean => (costlyTimes.get(monitorId) ?? 0) >= timesInARow
  const weigh = (monitorId: string, costMs: number, durationMs: number): void => {
    if (costMs < costlyMs && !isCostly(monitorId)) return void costlyTimes.delete(monitorId)
    if (costMs < cheapMs && durationMs < shortMs) return void costlyTimes.delete(monitorId)
    if (costMs < costlyMs || costlyTimes.size >= maxRemembered) return
    costlyTimes.set(monitorId, (costlyTimes.get(monitorId) ?? 0) + 1)
    if (isCostly(monitorId) && !stopping) slow ??= startSlow()
  }
  const laneOf = (monitorId: string): Workers =>
    slow?.isReady && slow.busy < maxInSlow && isCostly(monitorId) ? slow : quick

  return {
    get busy() {
      return quick.busy + (slow?.busy ?? 0)
    },
    get free() {
      return quick.free
    },
    get isReady() {
      return quick.isReady
    },
    stalledMs: (withinMs) => Math.max(quick.stalledMs(withinMs), slow?.stalledMs(withinMs) ?? 0),
    async run(work) {
      const done = await laneOf(work.monitorId).run(work)
      if (done) weigh(work.monitorId, done.costMs, done.outcome.durationMs)
      return done
    },
    async stop() {
      stopping = true
      await Promise.all([quick.stop(), slow?.stop()])
    },
  }
}
