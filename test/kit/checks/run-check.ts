// One check, run the way a prober runs it.
import type { Browsers } from '../../../src/browsers/index.ts'
import { noBrowsers } from '../../../src/browsers/missing.ts'
import type { CheckType } from '../../../src/checks/define.ts'
import { type Clock, systemClock } from '../../../src/domain/clock.ts'
import type { CheckMemory, Outcome } from '../../../src/domain/outcome.ts'
import type { SharedAnswers } from '../../../src/domain/checking/shared-answer.ts'
import type { Variables } from '../../../src/checks/run.ts'
import type { Sources } from '../../../src/checks/sources.ts'
import { type Net, type NetOptions, createNet } from '../../../src/net/index.ts'
import { createPolicy } from '../../../src/net/policy.ts'
import { type FakeClock, fakeClock } from '../clock.ts'

/** A way out that may reach this machine. */
export function openNet(more: Partial<NetOptions> = {}): Net {
  return createNet({ policy: createPolicy({ allowPrivate: true }), clock: systemClock, ...more })
}

const usual = openNet()

const withoutBrowsers = noBrowsers('this test has no browser')

/** Nobody is asked by accident. */
export const noSources: Sources = {
  rdapBootstrapUrl: 'http://127.0.0.1:1/dns.json',
  whoisServer: '127.0.0.1:1',
  breachFeedUrl: 'http://127.0.0.1:1/breaches',
}

interface Circumstances {
  net?: Net
  clock?: Clock
  config?: Record<string, unknown>
  deadlineMs?: number
  signal?: AbortSignal
  withScan?: boolean
  sources?: Partial<Sources>
  browsers?: Browsers
  known?: CheckMemory
  shared?: SharedAnswers
  variables?: Variables
}

export function runCheck(check: CheckType, target: string, around: Circumstances = {}): Promise<Outcome> {
  const { browsers = withoutBrowsers } = around
  const { net = usual, clock = systemClock, config = {}, deadlineMs = 60_000 } = around
  const { withScan, known, shared, variables } = around
  const sources = { ...noSources, ...around.sources }
  const environment = { net, clock, sources, browsers, signal: around.signal ?? new AbortController().signal }
  return check
    .prepare({ monitorId: 'monitor', target, config, deadlineMs, withScan, known, shared, variables })
    .run(environment)
}

/** One check whose deadline comes when its server has had the time to do what it does. */
export function runSlowly(
  check: CheckType,
  target: string,
  { way, ...around }: Omit<Circumstances, 'net' | 'clock'> & { way?: Partial<NetOptions> },
): Promise<Outcome> {
  const clock = fakeClock(new Date())
  return inSlowMotion(clock, runCheck(check, target, { ...around, clock, net: openNet({ ...way, clock }) }))
}

/**
 * Time passes a little with each turn of the event loop, which servers in the same process share with the check: nobody
 * is late because the machine is busy.
 */
export async function inSlowMotion<T>(clock: FakeClock, work: Promise<T>, stepMs = 2): Promise<T> {
  let isOver = false
  const end = (): void => void (isOver = true)
  work.then(end, end)
  while (!isOver) {
    await new Promise((resolve) => setTimeout(resolve, 1))
    clock.advance(stepMs)
  }
  return work
}
