// The types of diagnostics: each is a check that a user runs once.
import type { CheckType } from '../../checks/define.ts'
import { findCheck } from '../../checks/index.ts'
import type { PlanName } from '../../domain/plan.ts'

interface TypeSettings {
  /** What people call it. */
  readonly name: string
  readonly check: string
  /** Runs from every online location unless some are chosen. */
  readonly everywhere?: true
  /** It queries many servers at once, or sends many packets. */
  readonly notOn?: readonly PlanName[]
}

const free = ['free'] as const

const types = {
  http: { name: 'HTTP', check: 'http' },
  dns: { name: 'DNS records', check: 'dns' },
  dns_propagation: { name: 'DNS propagation', check: 'dns', everywhere: true, notOn: free },
  ping: { name: 'Ping', check: 'icmp' },
  mtr: { name: 'MTR', check: 'mtr', notOn: free },
  traceroute: { name: 'Traceroute', check: 'mtr', notOn: free },
  tcp: { name: 'TCP port', check: 'tcp' },
  tls: { name: 'TLS certificate', check: 'ssl' },
  whois_rdap: { name: 'WHOIS', check: 'rdap' },
  headers: { name: 'HTTP headers', check: 'http' },
  smtp: { name: 'SMTP', check: 'smtp' },
  blacklist: { name: 'Blacklists', check: 'blacklist', notOn: free },
  email_policy: { name: 'Email policy', check: 'email_policy' },
  ntp: { name: 'NTP', check: 'ntp' },
  mcp: { name: 'MCP server', check: 'mcp' },
} as const satisfies Record<string, TypeSettings>

export type DiagnosticType = keyof typeof types

export const diagnosticTypes = Object.keys(types) as [DiagnosticType, ...DiagnosticType[]]

export const settingsOf = (name: DiagnosticType): TypeSettings => types[name]

export const checkOf = (name: DiagnosticType): CheckType => findCheck(types[name].check)!
