import { expect, it } from 'vitest'
import { runCheck } from '../../test/kit/checks/run-check.ts'
import type { Browsers } from '../browsers/index.ts'
import { TargetDown } from '../domain/outcome.ts'
import type { Net } from '../net/index.ts'
import { configProblems } from './define.ts'
import { checks } from './index.ts'
import { readTarget } from './targets.ts'

const samples = (check: (typeof checks)[number]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(check.config).flatMap(([key, { notes }]) => (notes.form.sample ? [[key, notes.form.sample]] : [])),
  )

it.each(checks)('$type can be created and run as its form proposes it', async (check) => {
  const [target] = check.target.examples
  const config = samples(check)
  expect(configProblems(check, config, readTarget(check.target, target))).toEqual([])
  if (!check.requiresLocations) return
  let requests = 0
  const unreachable = (): never => {
    requests += 1
    throw new TargetDown('connect', 'nothing can be reached')
  }
  const net = new Proxy({}, { get: () => unreachable }) as Net
  const browsers = { missing: null, run: async () => unreachable() } as unknown as Browsers
  await runCheck(check, target!, { config, net, browsers })
  expect(requests, 'requests that left the check').toBeGreaterThan(0)
})
