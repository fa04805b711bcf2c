// One check, run the way a prober runs it.
import type { CheckType } from '../../src/checks/define.ts'
import { systemClock } from '../../src/domain/clock.ts'
import type { Outcome } from '../../src/domain/outcome.ts'
import { type Net, type NetOptions, createNet } from '../../src/net/index.ts'
import { createPolicy } from '../../src/net/policy.ts'

/** A way out that may reach this machine. */
export function openNet(more: Partial<NetOptions> = {}): Net {
  return createNet({ policy: createPolicy({ allowPrivate: true }), clock: systemClock, ...more })
}

const usual = openNet()

interface Circumstances {
  net?: Net
  config?: Record<string, unknown>
  deadlineMs?: number
  signal?: AbortSignal
  withScan?: boolean
}

export function runCheck(check: CheckType, target: string, around: Circumstances = {}): Promise<Outcome> {
  const { net = usual, config = {}, deadlineMs = 3000, signal = new AbortController().signal, withScan } = around
  const environment = { net, clock: systemClock, signal }
  return check.prepare({ monitorId: 'monitor', target, config, deadlineMs, withScan }).run(environment)
}
