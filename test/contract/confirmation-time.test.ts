import { expect, it } from 'vitest'
import { type RuleState, advanceRule, atRest } from '../../src/domain/alerting/rule-state.ts'
import {
  type ConfirmationTerms,
  confirmationSeconds,
  secondsAfterFirstFailure,
} from '../../web/src/screens/monitor/rules/confirmation-time.ts'

const usual: ConfirmationTerms = {
  intervalSeconds: 30,
  isParallel: false,
  locations: 4,
  isExempt: false,
  confirmAfterSeconds: 10,
  severity: 'critical',
  checks: 3,
  minLocations: 2,
  lastingSeconds: 0,
}

it('says about 35 s for three checks in a row of a monitor that is checked every 30 s', () => {
  expect(confirmationSeconds(usual)).toBe(35)
  expect(confirmationSeconds({ ...usual, severity: 'warning' })).toBe(75)
  expect(confirmationSeconds({ ...usual, intervalSeconds: 5 })).toBe(12.5)
  expect(confirmationSeconds({ ...usual, checks: 1, lastingSeconds: 60 })).toBe(75)
})

/** Leads a rule through failing checks as the engine schedules them. */
function simulated(terms: ConfirmationTerms): number {
  const live = Array.from({ length: terms.locations }, (_, index) => index + 1)
  const rule = {
    failureThreshold: terms.checks,
    minFailedProbes: terms.minLocations,
    durationWindowMs: terms.lastingSeconds * 1000,
    clearAfter: 1,
    reminderDays: [],
  }
  const watch = { live, parallel: terms.isParallel, exempt: terms.isExempt }
  const isFast = terms.severity === 'critical' && terms.confirmAfterSeconds !== null
  const gapMs = Math.min(terms.intervalSeconds, isFast ? terms.confirmAfterSeconds! : Infinity) * 1000
  let state: RuleState = atRest
  for (let turn = 0; turn < 1000; turn++) {
    const at = turn * gapMs
    for (const location of terms.isParallel ? live : [live[turn % live.length]!]) {
      const step = advanceRule(rule, state, { at, dueAt: at, location, violated: true, value: 0 }, watch)
      if (step.change?.kind === 'opened') return at / 1000
      state = step.state
    }
  }
  return Infinity
}

it('agrees with the engine for every strategy, number of locations and confirmation', () => {
  let compared = 0
  for (const isParallel of [false, true])
    for (const isExempt of [false, true])
      for (const severity of ['critical', 'warning'])
        for (const intervalSeconds of [5, 30, 300])
          for (const locations of [1, 2, 5])
            for (const checks of [1, 3])
              for (const minLocations of [1, 2, 4])
                for (const lastingSeconds of [0, 25, 600]) {
                  const terms = { ...usual, isParallel, isExempt, severity, intervalSeconds, locations, checks }
                  const all = { ...terms, minLocations, lastingSeconds }
                  expect([all, secondsAfterFirstFailure(all)]).toEqual([all, simulated(all)])
                  compared++
                }
  expect(compared).toBe(2 * 2 * 2 * 3 * 3 * 2 * 3 * 3)
})
