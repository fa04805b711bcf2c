// English names of evidence parts: the key in words, without the unit that the value shows.
const spellings: Readonly<Record<string, string>> = {
  asked: 'Request',
  avg: 'Average',
  max: 'Longest',
  min: 'Shortest',
  mta_sts: 'MTA-STS',
  tls_rpt: 'TLS reports',
  rtt_avg_ms: 'RTT average',
  ttlSeconds: 'TTL',
}

const upperCaseWords = /\b(bimi|dane|dkim|dmarc|dns|dnssec|html|id|ip|mac|mcp|mx|ntp|ptr|rtt|seo|sha256|spf|tls|url)\b/g

/** `body_bytes` is “Body bytes”, `first_byte_ms` “First byte”. */
export function evidenceName(key: string): string {
  const words = key
    .replace(/_(ms|percent|pct)$/, '')
    .replaceAll(/[_.]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(upperCaseWords, (word) => word.toUpperCase())
  return spellings[key] ?? `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}

/** Keys below these come from the target or from the user's steps, so they are shown as they are. */
const hasOwnNames = (part: string | undefined): boolean => part === 'headers' || part === 'extracted'

/** The names along a path: “Timings › First byte”, “Headers › content-length”. */
export function namesOfPath(path: readonly string[], nameOf: (key: string) => string): string[] {
  return path.map((key, at) => (hasOwnNames(path[at - 1]) ? key : nameOf(key)))
}
