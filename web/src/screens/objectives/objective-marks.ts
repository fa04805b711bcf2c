import type { Slo } from '../../api-types.ts'

export const objectiveMarks = {
  met: 'up',
  burning: 'degraded',
  missed: 'down',
  too_early: 'unknown',
} as const satisfies Record<Slo['state'], string>
