// Results of the parts of an email policy check, the score, and policies that became weaker.
import { createHash } from 'node:crypto'
import { type NamedFacts } from '../../changes.ts'

export class Findings {
  /** By name without the type. */
  readonly metrics: Record<string, number> = {}
  readonly evidence: Record<string, unknown> = {}
  /** Published records, by name. */
  readonly records: Record<string, string> = {}
  /** Expectations that were not met, each as a sentence. */
  readonly unmet: string[] = []

  publish(name: string, texts: readonly string[]): void {
    this.records[name] = shorter(texts.toSorted().join(' | '))
  }
}

const maxLength = 200

/** Cuts long texts; a hash tells them apart. */
function shorter(text: string): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, 80).toWellFormed()}… (${createHash('sha256').update(text).digest('hex').slice(0, 16)})`
}

type PolicyMetrics = Readonly<Record<string, number | undefined>>

/** Points of each checked part: reached and possible. */
const parts: readonly ((found: PolicyMetrics) => readonly [reached: number, possible: number] | null)[] = [
  ({ mx_resolvable_pct: pct }) => (pct === undefined ? null : [pct / 10, 10]),
  ({ spf_valid: valid, spf_all: all = 0 }) =>
    valid === undefined ? null : [valid * (15 + ([0, 0, 2, 8, 10][all] ?? 0)), 25],
  ({ dmarc_valid: valid, dmarc_policy: policy = 0, dmarc_pct: pct = 0, dmarc_rua_present: rua = 0 }) =>
    valid === undefined ? null : [valid * (10 + (Math.max(policy, 0) * 10 * pct) / 100 + rua * 5), 35],
  ({ dkim_valid: valid }) => (valid === undefined ? null : [valid * 15, 15]),
  ({ mta_sts_valid: valid, mta_sts_mode: mode = 0 }) => (valid === undefined ? null : [valid * mode * 5, 10]),
  ...['tls_rpt_present', 'bimi_valid', 'dane_valid', 'dnssec_signed'].map((name) => (found: PolicyMetrics) => {
    const is = found[name]
    return is === undefined ? null : ([is * 5, 5] as const)
  }),
]

/** 0 to 100 over all checked parts; undefined without any. */
export function scoreOf(metrics: PolicyMetrics): number | undefined {
  const points = parts.map((part) => part(metrics)).filter((one) => one !== null)
  const possible = points.reduce((sum, [, most]) => sum + most, 0)
  if (possible === 0) return undefined
  return Math.round((points.reduce((sum, [reached]) => sum + reached, 0) / possible) * 100)
}

/** Metrics for which more is stronger, with their labels. */
const strengths: Readonly<Record<string, string>> = {
  spf_valid: 'SPF record',
  spf_all: 'SPF ending',
  dmarc_policy: 'DMARC policy',
  dmarc_pct: 'DMARC percentage',
  dkim_selectors_ok: 'usable DKIM keys',
  dkim_key_bits_min: 'bits of the shortest DKIM key',
  mta_sts_mode: 'MTA-STS mode',
  dane_valid: 'DANE',
  dnssec_signed: 'DNSSEC',
}

export function strengthFacts(metrics: PolicyMetrics): NamedFacts {
  const known = Object.keys(strengths).filter((name) => metrics[name] !== undefined)
  return Object.fromEntries(known.map((name) => [name, String(metrics[name])]))
}

/** Each as a sentence. */
export function weakened(before: NamedFacts, metrics: PolicyMetrics): string[] {
  return Object.entries(strengths).flatMap(([name, words]) => {
    const [then, now] = [before[name], metrics[name]]
    return then !== undefined && now !== undefined && now < Number(then) ? [`${words}: ${then} → ${now}`] : []
  })
}
