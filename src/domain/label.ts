// The default label of a key: `followRedirects` becomes Follow redirects.
const asWritten = `API ARN CDN CLS CMS CPU CSS DANE DKIM DMARC DNS DNSSEC DOM FCP ICMP ID INP IP JSON LCP MCP MX OAuth
  OOM PTR RAID RDAP RTT RUA SEO SID SMART SPF SSL STARTTLS STLS TBT TCP TLS TTI UDP UIDL URL WHOIS XML BIMI`

const spellings: ReadonlyMap<string, string> = new Map([
  ...asWritten.split(/\s+/).map((word) => [word.toLowerCase(), word] as const),
  ['auth', 'login'],
  ['avg', 'average'],
  ['cert', 'certificate'],
  ['ids', 'IDs'],
  ['ips', 'IPs'],
  ['js', 'JavaScript'],
  ['jsonrpc', 'JSON-RPC'],
  ['mem', 'memory'],
  ['mta', 'MTA-'],
  ['net', 'network'],
  ['si', 'speed index'],
  ['sts', 'STS'],
  ['temp', 'temperature'],
  ['ttfb', 'time to first byte'],
  ['urls', 'URLs'],
  ['util', 'busy'],
])

const units: Readonly<Record<string, string>> = {
  seconds: 'seconds',
  s: 'seconds',
  ms: 'ms',
  bytes: 'bytes',
  days: 'days',
  hours: 'hours',
  pct: 'percent',
  percent: 'percent',
  bps: 'bytes/s',
  c: 'celsius',
}

/** A unit is redundant beside a number that is shown with its unit. */
const isOmittedUnit = (word: string, at: number): boolean =>
  at > 0 && word in units && !['bytes', 'days'].includes(word)

/** The unit that the last word of a key names, or null. */
export function unitOf(key: string): string | null {
  const words = wordsOf(key)
  return words.length > 1 ? (units[words.at(-1)!] ?? null) : null
}

/** The name of a choice: codes such as GET and CNAME are names already. */
export const choiceLabelOf = (code: string): string => (/[a-z]/.test(code) ? labelOf(code) : code)

export const labelOf = (key: string): string => sentence(wordsOf(key))

/** The label of a number that is shown with its unit: `timeoutSeconds` becomes Timeout. */
export function labelOfNumber(key: string): string {
  return sentence(wordsOf(key).filter((word, at) => !isOmittedUnit(word, at)))
}

function sentence(words: string[]): string {
  const text = words
    .map((word) => spellings.get(word) ?? word)
    .join(' ')
    .replace('- ', '-')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Splits `http.response_time_ms` and `responseTimeMs` into response, time and ms; drops a prefix before a dot. */
function wordsOf(key: string): string[] {
  const named = key.slice(key.indexOf('.') + 1)
  return named
    .replace(/<slug>|[._]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '')
}
