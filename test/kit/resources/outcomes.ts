import type { ReportedOutcome } from '../../../src/domain/outcome.ts'

/** All is well, and nothing was measured. */
export const goodOutcome: ReportedOutcome = {
  success: true,
  durationMs: 1,
  statusCode: null,
  error: null,
  cause: null,
  metrics: {},
  evidence: null,
}
