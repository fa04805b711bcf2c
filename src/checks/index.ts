// Every monitor type there is. Adding one is its file, its test and a line here.
import { type TypeFacts, usualConfirmAfterMs } from '../domain/alerting/judge.ts'
import { findMetric } from '../domain/metric.ts'
import { api } from './api.ts'
import { blacklist } from './blacklist.ts'
import { breach } from './breach.ts'
import { brotli } from './brotli.ts'
import { browser } from './browser.ts'
import { cdn } from './cdn.ts'
import { cms } from './cms.ts'
import type { CheckType } from './define.ts'
import { dns } from './dns.ts'
import { emailPolicy } from './email-policy.ts'
import { favicon } from './favicon.ts'
import { ftp } from './ftp.ts'
import { heartbeat } from './heartbeat.ts'
import { host } from './host.ts'
import { http } from './http.ts'
import { icmp } from './icmp.ts'
import { imap } from './imap.ts'
import { integrity } from './integrity.ts'
import { mcp } from './mcp.ts'
import { mtr } from './mtr.ts'
import { ntp } from './ntp.ts'
import { playwright } from './playwright.ts'
import { pop3 } from './pop3.ts'
import { rdap } from './rdap.ts'
import { sftp } from './sftp.ts'
import { sitemap } from './sitemap.ts'
import { smtp } from './smtp.ts'
import { ssl } from './ssl.ts'
import { tcp } from './tcp.ts'
import { udp } from './udp.ts'
import { websocket } from './websocket.ts'

// In the order the documentation lists them.
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

const facts = new Map(checks.map((check) => [check.type, judgedBy(check)]))

/** What the judge has to know about a type. */
export function factsOf(type: string): TypeFacts {
  return facts.get(type) ?? { exempt: false, confirmAfterMs: null, metric: () => undefined }
}

function judgedBy({ confirmation, requiresLocations, metrics, confirmAfterMs }: CheckType): TypeFacts {
  return {
    exempt: confirmation === 'none',
    confirmAfterMs: requiresLocations ? (confirmAfterMs ?? usualConfirmAfterMs) : null,
    metric: (key) => metrics.find((metric) => metric.key === key) ?? findMetric(metrics, `metrics['${key}']`),
  }
}
