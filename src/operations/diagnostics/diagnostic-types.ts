// The types of diagnostics: each is a check that a user runs once.
import type { CheckType } from '../../checks/define.ts'
import { findCheck } from '../../checks/index.ts'
import type { PlanName } from '../../domain/plan.ts'

interface TypeSettings {
  readonly check: string
  /** Runs from every online location unless some are chosen. */
  readonly everywhere?: true
  /** It queries many servers at once, or sends many packets. */
  readonly notOn?: readonly PlanName[]
}

const free = ['free'] as const

const types = {
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
} as const satisfies Record<string, TypeSettings>

export type DiagnosticType = keyof typeof types

export const diagnosticTypes = Object.keys(types) as [DiagnosticType, ...DiagnosticType[]]

export const settingsOf = (name: DiagnosticType): TypeSettings => types[name]

export const checkOf = (name: DiagnosticType): CheckType => findCheck(types[name].check)!
