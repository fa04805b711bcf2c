import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { RuleCondition } from '../../domain/alerting/report.ts'
import type { CheckPlan } from '../../store/checking/check-plans.ts'
import { PlanCache } from './plan-cache.ts'

const plan: fc.Arbitrary<CheckPlan> = fc.record({
  monitorNumber: fc.nat(20),
  version: fc.nat(3),
  organizationId: fc.constantFrom('one', 'two'),
  monitorId: fc.uuid(),
  type: fc.constantFrom('http', 'tcp'),
  target: fc.string({ maxLength: 60 }),
  config: fc.oneof(fc.constant({}), fc.constant({ method: 'GET' }), fc.dictionary(fc.string(), fc.jsonValue())),
  secrets: fc.constant(null),
  deadlineSeconds: fc.constant(10),
  intervalSeconds: fc.constantFrom(60, 300),
  locationIntervalSeconds: fc.constantFrom(60, 600),
  rules: fc.array(
    fc.constant<RuleCondition>({ metricKey: 'success', operator: 'eq', value: 'false', severity: 'critical' }),
  ),
  problem: fc.constantFrom(undefined, 'its secrets cannot be read'),
})
// The cache compares texts: a plan from the database was JSON, too.
const asStored = (of: CheckPlan): CheckPlan => ({ ...of, config: JSON.parse(JSON.stringify(of.config)) })

it('returns the last plan of a monitor or none, even if it has no room', () => {
  fc.assert(
    fc.property(fc.array(plan, { maxLength: 100 }), fc.constantFrom(1000, 5000, undefined), (plans, maxBytes) => {
      const cache = new PlanCache(maxBytes)
      const last = new Map<number, CheckPlan>()
      for (const one of plans.map(asStored)) {
        last.set(one.monitorNumber, one)
        cache.set(one)
        for (const [number, expected] of last) {
          const found = cache.get(number)
          if (maxBytes === undefined || found) expect(found).toEqual(expected)
        }
      }
    }),
    { numRuns: 50 },
  )
})

it('holds equal configs and rules once', () => {
  const [first] = fc.sample(plan, 1)
  const cache = new PlanCache()
  for (const monitorNumber of [1, 2])
    cache.set({ ...first!, monitorNumber, config: { method: 'GET' }, rules: [...first!.rules] })
  expect(cache.get(1)!.config).toBe(cache.get(2)!.config)
  expect(cache.get(1)!.rules).toBe(cache.get(2)!.rules)
})
