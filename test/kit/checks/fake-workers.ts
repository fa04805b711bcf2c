import type { Workers } from '../../../src/engine/workers/workers.ts'

/** Processes that are always ready, and whose checks run here. */
export function fakeWorkers(run: Workers['run'], more: Partial<Workers> = {}): Workers {
  return { free: 500, isReady: true, stalledMs: () => 0, stop: async () => undefined, ...more, run }
}
