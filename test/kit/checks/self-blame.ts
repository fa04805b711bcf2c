import type { ProbeHealth } from '../../../src/engine/probe/probe-health.ts'

/** A probe that believes everything it sees. */
export const alwaysHealthy: ProbeHealth = { passed: () => undefined, localFault: async () => null }
