// Compares content security policies, to detect which of two allows more.

type ContentPolicy = ReadonlyMap<string, ReadonlySet<string>>

// Fetch directives fall back to default-src; all others allow everything if they are missing.
const fetches = [
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'media-src',
  'object-src',
  'frame-src',
  'child-src',
  'worker-src',
  'manifest-src',
  'fenced-frame-src',
]
const listing = [...fetches, 'base-uri', 'form-action', 'frame-ancestors']
const fallbacks: Readonly<Record<string, readonly string[]>> = {
  'script-src-elem': ['script-src'],
  'script-src-attr': ['script-src'],
  'style-src-elem': ['style-src'],
  'style-src-attr': ['style-src'],
  'frame-src': ['child-src'],
  'worker-src': ['child-src', 'script-src'],
}
const switches = ['upgrade-insecure-requests', 'block-all-mixed-content', 'require-trusted-types-for', 'trusted-types']

/** A nonce differs in every response. */
export function withoutNonces(value: string): string {
  return value.replace(/'nonce-[^'\s]*'/gi, "'nonce-…'")
}

/** Whether the new policy allows more. An empty string is no policy. */
export function isWeakerCsp(before: string, after: string): boolean {
  const [old, now] = [policyOf(before), policyOf(after)]
  return (
    listing.some((directive) => allowsMore(sourcesOf(old, directive), sourcesOf(now, directive))) ||
    switches.some((directive) => old.has(directive) && !now.has(directive)) ||
    allowsMore(old.get('sandbox'), now.get('sandbox'))
  )
}

function allowsMore(old: ReadonlySet<string> | undefined, now: ReadonlySet<string> | undefined): boolean {
  if (old === undefined) return false
  if (now === undefined) return true
  return [...now].some((source) => !neutral.includes(source) && !isCovered(source, old))
}

const neutral = ["'none'", "'strict-dynamic'", "'report-sample'"]

function isCovered(source: string, old: ReadonlySet<string>): boolean {
  if (old.has(source)) return true
  if (source.startsWith("'")) return /^'(?:nonce|sha\d+)-/.test(source) && old.has("'unsafe-inline'")
  const scheme = /^([a-z][a-z0-9+.-]*:)/.exec(source)?.[1]
  if (scheme && old.has(scheme)) return true
  if (old.has('*')) return scheme === undefined || /^(?:https?|wss?):$/.test(scheme)
  const host = source.replace(/^[a-z]+:\/\//, '')
  return [...old].some((one) => {
    const [, prefix = '', wild] = /^([a-z]+:\/\/)?\*(\.[^*]+)$/.exec(one) ?? []
    return wild !== undefined && host.endsWith(wild) && (prefix === '' || source.startsWith(prefix))
  })
}

function sourcesOf(policy: ContentPolicy, directive: string): ReadonlySet<string> | undefined {
  const names = [directive, ...(fallbacks[directive] ?? []), ...(fetches.includes(directive) ? ['default-src'] : [])]
  const name = names.find((one) => policy.has(one))
  return name === undefined ? undefined : policy.get(name)
}

/** If a directive is repeated, the first one counts. Several policies are read as one. */
function policyOf(text: string): ContentPolicy {
  const policy = new Map<string, Set<string>>()
  for (const part of text.split(/[;,]/)) {
    const [name = '', ...sources] = part.trim().split(/\s+/)
    const directive = name.toLowerCase()
    if (directive !== '' && !policy.has(directive)) policy.set(directive, new Set(sources.map(comparable)))
  }
  return policy
}

/** Keywords and hosts are case-insensitive; paths are not. */
const comparable = (source: string): string => (source.includes('/', 8) ? source : source.toLowerCase())
