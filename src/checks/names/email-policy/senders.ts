// Who may send mail of a domain: SPF, DMARC and DKIM.
import type * as Tldts from 'tldts'
import { onFirstUse } from '../../../domain/limits/on-first-use.ts'
import type { Findings } from './findings.ts'
import type { PolicyLookups } from './lookups.ts'
import { type DkimKey, isDmarc, parseDkim, parseDmarc } from './records.ts'
import { walkSpf } from './spf.ts'

const tldts = onFirstUse<typeof Tldts>('tldts')

export async function checkSpf(domain: string, lookups: PolicyLookups, found: Findings): Promise<void> {
  const facts = await walkSpf(domain, lookups)
  if (!facts) return
  const { records, problems } = facts
  found.publish('SPF', records)
  found.metrics['spf_present'] = records.length > 0 ? 1 : 0
  found.metrics['spf_valid'] = problems.length === 0 ? 1 : 0
  found.metrics['spf_lookups'] = facts.lookups
  found.metrics['spf_all'] = facts.all
  found.evidence['spf'] = recordEvidence(records, problems)
}

export async function checkDmarc(domain: string, lookups: PolicyLookups, found: Findings): Promise<void> {
  const own = await lookups.texts(`_dmarc.${domain}`, isDmarc)
  if (own === null) return
  const parent = own.length > 0 ? null : organizational(domain)
  const above = parent === null ? null : await lookups.texts(`_dmarc.${parent}`, isDmarc)
  if (parent !== null && above === null) return
  const records = above ?? own
  found.publish('DMARC', records)
  found.metrics['dmarc_present'] = records.length > 0 ? 1 : 0
  const read = readDmarc(records, parent !== null)
  const isValid = typeof read !== 'string'
  found.metrics['dmarc_valid'] = isValid ? 1 : 0
  found.metrics['dmarc_policy'] = isValid ? read.policy : -1
  if (isValid) {
    found.metrics['dmarc_pct'] = read.percent
    found.metrics['dmarc_rua_present'] = read.hasReports ? 1 : 0
  }
  const from = parent !== null && records.length > 0 ? { of: parent } : {}
  found.evidence['dmarc'] = { ...recordEvidence(records, isValid ? [] : [read]), ...from }
}

/** The organizational domain whose policy applies to this one; null if it is the domain itself. */
function organizational(domain: string): string | null {
  const above = tldts().getDomain(domain, { allowPrivateDomains: true })
  return above === null || above === domain ? null : above
}

function readDmarc(records: readonly string[], ofParent: boolean): ReturnType<typeof parseDmarc> {
  if (records.length === 0) return 'there is no DMARC record'
  if (records.length > 1) return `there are ${records.length} DMARC records; receivers accept one`
  return parseDmarc(records[0]!, { ofParent })
}

export async function checkDkim(
  domain: string,
  selectors: readonly string[],
  { lookups, found }: { lookups: PolicyLookups; found: Findings },
): Promise<void> {
  if (selectors.length === 0) return
  const keys = await Promise.all(selectors.map((selector) => readSelector(domain, selector, { lookups, found })))
  found.evidence['dkim'] = keys.map(({ selector, key }) => ({ selector, key: keyInWords(key) }))
  const resolved = keys.map(({ key }) => key).filter((key) => key !== null)
  // If no server responded, the record is neither valid nor broken.
  if (resolved.length < keys.length) return
  const usable = resolved.filter((key): key is DkimKey => typeof key !== 'string')
  found.metrics['dkim_selectors_ok'] = usable.length
  found.metrics['dkim_valid'] = usable.length === keys.length ? 1 : 0
  const bits = usable.filter(({ kind }) => kind === 'rsa').map((key) => key.bits)
  if (bits.length > 0) found.metrics['dkim_key_bits_min'] = Math.min(...bits)
}

interface DkimSelector {
  readonly selector: string
  /** Returns a sentence if it is unusable, null if no server responded. */
  readonly key: DkimKey | string | null
}

async function readSelector(
  domain: string,
  selector: string,
  { lookups, found }: { lookups: PolicyLookups; found: Findings },
): Promise<DkimSelector> {
  const records = await lookups.texts(`${selector}._domainkey.${domain}`, /(^|;)\s*(p|v|k)\s*=/i)
  if (records === null) return { selector, key: null }
  found.publish(`DKIM ${selector}`, records)
  if (records.length === 0) return { selector, key: 'there is no key' }
  const keys = records.map(parseDkim)
  return { selector, key: keys.find((key) => typeof key !== 'string') ?? keys[0]! }
}

function keyInWords(key: DkimKey | string | null): string {
  if (key === null) return 'cannot be looked up'
  return typeof key === 'string' ? key : `${key.kind.toUpperCase()}, ${key.bits} bits`
}

/** Records for the evidence, cut to a readable length. */
export function recordEvidence(records: readonly string[], problems: readonly string[]): Record<string, unknown> {
  return {
    record:
      records.length === 0
        ? 'none'
        : records
            .map((text) => text.slice(0, 400))
            .slice(0, 3)
            .join(' | '),
    ...(problems.length > 0 && { problem: problems.join('; ') }),
  }
}
