import { expect, it } from 'vitest'
import { isUnlimited, usageOf } from './plan-usage.ts'

type Plan = Parameters<typeof usageOf>[0]

const usage = { monitors: 90, hosts: 0, users: 3, playwright_runs: 10 } as unknown as Plan['usage']
const unlimited = new Proxy({}, { get: () => -1 }) as NonNullable<Plan['limits']>
const limited = { monitors: 100, hosts: 0, users: -1, playwright_runs_per_month: 20 } as unknown as typeof unlimited

it('lists what is closest to its limit first', () => {
  const lines = usageOf({ limits: limited, usage }).map(({ name, limit }) => [name, limit])
  expect(lines.slice(0, 3)).toEqual([
    ['monitors', 100],
    ['playwright_runs', 20],
    ['hosts', 0],
  ])
  expect(lines.find(([name]) => name === 'users')).toEqual(['users', null])
})

it('knows a plan without limits', () => {
  expect(isUnlimited(unlimited)).toBe(true)
  expect(isUnlimited(limited)).toBe(false)
  expect(usageOf({ limits: null, usage }).every(({ limit }) => limit === null)).toBe(true)
})
