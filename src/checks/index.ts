// All monitor types. To add one, add its file, its test and a line here.
import { type TypeFacts, usualConfirmAfterMs } from '../domain/alerting/judge.ts'
import { type ResultColumn, findMetric } from '../domain/metric.ts'
import { api } from './web/api.ts'
import { blacklist } from './names/blacklist.ts'
import { breach } from './names/breach.ts'
import { brotli } from './web/brotli.ts'
import { browser } from './browser/browser.ts'
import { cdn } from './web/cdn.ts'
import { cms } from './web/cms.ts'
import type { CheckType } from './define.ts'
import { dns } from './names/dns.ts'
import { emailPolicy } from './names/email-policy.ts'
import { favicon } from './web/favicon.ts'
import { ftp } from './files/ftp.ts'
import { heartbeat } from './reports/heartbeat.ts'
import { host } from './reports/host.ts'
import { http } from './web/http.ts'
import { icmp } from './network/icmp.ts'
import { imap } from './mail/imap.ts'
import { integrity } from './web/integrity.ts'
import { mcp } from './web/mcp.ts'
import { mtr } from './network/mtr.ts'
import { ntp } from './network/ntp.ts'
import { playwright } from './browser/playwright.ts'
import { pop3 } from './mail/pop3.ts'
import { rdap } from './names/rdap.ts'
import { sftp } from './files/sftp.ts'
import { sitemap } from './web/sitemap.ts'
import { smtp } from './mail/smtp.ts'
import { ssl } from './tls/ssl.ts'
import { tcp } from './network/tcp.ts'
import { udp } from './network/udp.ts'
import { websocket } from './web/websocket.ts'

// In the order of the documentation.
export const checks: readonly CheckType[] = [
  http,
  api,
  dns,
  tcp,
  ssl,
  udp,
  icmp,
  mtr,
  smtp,
  imap,
  pop3,
  ftp,
  sftp,
  websocket,
  rdap,
  blacklist,
  ntp,
  emailPolicy,
  sitemap,
  favicon,
  cdn,
  breach,
  brotli,
  cms,
  browser,
  playwright,
  heartbeat,
  mcp,
  integrity,
  host,
]

const byName = new Map(checks.flatMap((check) => [check.type, ...check.aliases].map((name) => [name, check])))

export function findCheck(type: string): CheckType | undefined {
  return byName.get(type)
}

const columns = new Map(
  checks.flatMap(({ metrics }) =>
    metrics.flatMap(({ key, column }) => (column === null ? [] : [[key, column] as const])),
  ),
)

/** The column of a result that also holds a metric. */
export function columnOf(metricKey: string): ResultColumn | undefined {
  return columns.get(metricKey)
}

const facts = new Map(checks.map((check) => [check.type, typeFacts(check)]))

/** Facts about a type that the rule evaluation needs. */
export function factsOf(type: string): TypeFacts {
  return facts.get(type) ?? { exempt: false, confirmAfterMs: null, metric: () => undefined, diagnoses: {} }
}

function typeFacts({ confirmation, requiresLocations, metrics, diagnoses, confirmAfterMs }: CheckType): TypeFacts {
  return {
    exempt: confirmation === 'none',
    confirmAfterMs: requiresLocations ? (confirmAfterMs ?? usualConfirmAfterMs) : null,
    metric: (key) => metrics.find((metric) => metric.key === key) ?? findMetric(metrics, `metrics['${key}']`),
    diagnoses,
  }
}
