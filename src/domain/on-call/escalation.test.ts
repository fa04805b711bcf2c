import { describe, expect, it } from 'vitest'
import { type EscalationPolicy, isReminder, stepAfter } from './escalation.ts'

const policy = (delays: number[], repeatCount: number): EscalationPolicy => ({
  repeatCount,
  steps: delays.map((delayMinutes) => ({ delayMinutes, targets: [] })),
})

/** The minutes at which someone is paged. */
function pages(followed: EscalationPolicy): number[] {
  const found: number[] = []
  let minute = followed.steps[0]!.delayMinutes
  for (
    let due: ReturnType<typeof stepAfter> = { step: 0, round: 0, afterMinutes: 0 };
    due;
    minute += due?.afterMinutes ?? 0
  ) {
    found.push(minute)
    due = stepAfter(followed, due)
  }
  return found
}

describe('an escalation', () => {
  it.each([
    [[0], 0, [0]],
    [[5], 0, [5]],
    [[0, 10, 20], 0, [0, 10, 30]],
    [[0, 10], 2, [0, 10, 20, 30, 40, 50]],
    [[0], 2, [0, 5, 10]],
    [[15], 1, [15, 30]],
  ])('with delays %j, repeated %i times, pages at minutes %j', (delays, repeatCount, minutes) => {
    expect(pages(policy(delays, repeatCount))).toEqual(minutes)
  })

  it('ends if its policy became shorter than its progress', () => {
    expect(stepAfter(policy([0], 0), { step: 3, round: 0 })).toBeNull()
    expect(stepAfter(policy([], 3), { step: 0, round: 0 })).toBeNull()
  })

  it('sends reminders, except for an immediate first page', () => {
    expect(isReminder(policy([0, 5], 1), { step: 0, round: 0 })).toBe(false)
    expect(isReminder(policy([1], 0), { step: 0, round: 0 })).toBe(true)
    expect(isReminder(policy([0, 5], 1), { step: 1, round: 0 })).toBe(true)
    expect(isReminder(policy([0, 5], 1), { step: 0, round: 1 })).toBe(true)
  })
})
