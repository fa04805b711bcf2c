import type { EscalationPolicy, EscalationReach } from '../../api-types.ts'

/** Who the first step pages, with further steps that page at the same time. */
export function pagedAtOnce(steps: EscalationReach['steps']): string[] {
  const first = steps[0]?.after_minutes
  const targets = steps.filter(({ after_minutes: minutes }) => minutes === first).flatMap((step) => step.targets)
  return [...new Set(targets.flatMap(({ pages }) => pages))]
}

const minRepeatMinutes = 5

/** The steps repeat after the longest delay of the policy. */
export const repeatMinutes = ({ steps }: Pick<EscalationPolicy, 'steps'>): number =>
  Math.max(minRepeatMinutes, ...steps.map(({ delay_minutes: minutes }) => minutes))
