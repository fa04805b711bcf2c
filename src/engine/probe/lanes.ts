// Two lanes: monitors whose checks burn much time, as a server that never stops talking makes them do, have a process of their
// own, so that nobody else is checked late because of them.
import type { Workers } from './workers.ts'

// A usual check costs a millisecond.
const costlyMs = 150
const cheapMs = 75
// Among many that burn, each gets little and lasts long.
const shortMs = 1000
const mostCostly = 10_000

export function createLanes({ quick, startSlow }: { quick: Workers; startSlow: () => Workers }): Workers {
  const costly = new Set<string>()
  let slow: Workers | undefined
  let stopping = false

  const weigh = (monitorId: string, costMs: number, durationMs: number): void => {
    if (costMs < cheapMs && durationMs < shortMs) return void costly.delete(monitorId)
    if (costMs < costlyMs || costly.size >= mostCostly || stopping) return
    costly.add(monitorId)
    slow ??= startSlow()
  }

  return {
    get busy() {
      return quick.busy + (slow?.busy ?? 0)
    },
    get isReady() {
      return quick.isReady
    },
    get hasStalled() {
      return quick.hasStalled || (slow?.hasStalled ?? false)
    },
    async run(work) {
      const lane = slow?.isReady && costly.has(work.monitorId) ? slow : quick
      const done = await lane.run(work)
      if (done) weigh(work.monitorId, done.costMs, done.outcome.durationMs)
      return done
    },
    async stop() {
      stopping = true
      await Promise.all([quick.stop(), slow?.stop()])
    },
  }
}
