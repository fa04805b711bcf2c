// The sorts of diagnostics: each is a check that is run once, for somebody who looks.
import type { CheckType } from '../../checks/define.ts'
import { findCheck } from '../../checks/index.ts'
import type { PlanName } from '../../domain/plan.ts'

interface Sort {
  readonly check: string
  /** From every location that is up, unless some are named. */
  readonly everywhere?: true
  /** It asks many servers at once, or sends many packets. */
  readonly notOn?: readonly PlanName[]
}

const free = ['free'] as const

const sorts = {
  http: { check: 'http' },
  dns: { check: 'dns' },
  dns_propagation: { check: 'dns', everywhere: true, notOn: free },
  ping: { check: 'icmp' },
  mtr: { check: 'mtr', notOn: free },
  traceroute: { check: 'mtr', notOn: free },
  tcp: { check: 'tcp' },
  tls: { check: 'ssl' },
  whois_rdap: { check: 'rdap' },
  headers: { check: 'http' },
  smtp: { check: 'smtp' },
  blacklist: { check: 'blacklist', notOn: free },
  email_policy: { check: 'email_policy' },
  ntp: { check: 'ntp' },
  mcp: { check: 'mcp' },
} as const satisfies Record<string, Sort>

export type SortName = keyof typeof sorts

export const sortNames = Object.keys(sorts) as [SortName, ...SortName[]]

export const sortOf = (name: SortName): Sort => sorts[name]

export const checkOfSort = (name: SortName): CheckType => findCheck(sorts[name].check)!
