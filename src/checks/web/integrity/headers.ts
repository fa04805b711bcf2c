// Security headers: which were weakened, and which have only changed.
import { isWeakerCsp, withoutNonces } from './csp.ts'

/** By name, as sent; a policy in the page itself counts as a separate header. */
export type SecurityHeaders = Readonly<Record<string, string>>

const cspInPage = 'content-security-policy in the page'

type IsWeaker = (before: string, after: string) => boolean

/** Orders values from the strictest to the laxest; null stands for a missing header. */
function ranked(order: readonly (string | null)[]): IsWeaker {
  const place = (value: string): number => {
    const known = order.indexOf(value === '' ? null : value.toLowerCase())
    return known < 0 ? order.indexOf(null) : known
  }
  return (before, after) => place(after) > place(before)
}

const isWeaker: Readonly<Record<string, IsWeaker>> = {
  'content-security-policy': isWeakerCsp,
  [cspInPage]: isWeakerCsp,
  // It only reports and blocks nothing.
  'content-security-policy-report-only': () => false,
  'strict-transport-security': isWeakerHsts,
  'x-frame-options': ranked(['deny', 'sameorigin', null]),
  'x-content-type-options': ranked(['nosniff', null]),
  'referrer-policy': (before, after) => referrerRank(before, after),
  'permissions-policy': isWeakerPermissions,
  'cross-origin-opener-policy': ranked(['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups', null]),
  'cross-origin-embedder-policy': ranked(['require-corp', 'credentialless', null]),
  'cross-origin-resource-policy': ranked(['same-origin', 'same-site', null, 'cross-origin']),
  'access-control-allow-origin': (before, after) => after === '*' || (before === '' && after !== ''),
}

const maxLength = 4000

export function securityHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  inPage: readonly string[],
): SecurityHeaders {
  const found: Record<string, string> = {}
  for (const name of Object.keys(isWeaker)) {
    const value = name === cspInPage ? inPage : headers[name]
    const text = [value ?? []].flat().join(', ').replace(/\s+/g, ' ').trim()
    if (text !== '') found[name] = withoutNonces(text).slice(0, maxLength)
  }
  return found
}

export interface HeaderChange {
  readonly name: string
  readonly weakened: boolean
  readonly before: string | null
  readonly after: string | null
}

/** A header is weakened if it is weaker than every accepted value. */
export function changedHeaders(
  accepted: Readonly<Record<string, readonly string[]>>,
  headers: SecurityHeaders,
): HeaderChange[] {
  return Object.keys(isWeaker).flatMap((name) => {
    const after = headers[name] ?? ''
    const known = accepted[name] ?? ['']
    if (known.includes(after)) return []
    const weakened = known.every((before) => isWeaker[name]!(before, after))
    return [{ name, weakened, before: known[0] || null, after: after || null }]
  })
}

function isWeakerHsts(before: string, after: string): boolean {
  const [old, now] = [hstsOf(before), hstsOf(after)]
  return now.maxAge < old.maxAge || (old.subdomains && !now.subdomains) || (old.preload && !now.preload)
}

function hstsOf(value: string): { maxAge: number; subdomains: boolean; preload: boolean } {
  const parts = value
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const age = parts
    .find((part) => part.startsWith('max-age='))
    ?.slice('max-age='.length)
    .replaceAll('"', '')
  const maxAge = Number(age ?? 0)
  return {
    maxAge: Number.isFinite(maxAge) ? maxAge : 0,
    subdomains: parts.includes('includesubdomains'),
    preload: parts.includes('preload'),
  }
}

// The default policy of browsers is in the position of its value.
const referrerOrder = [
  'no-referrer',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
  'origin',
  'origin-when-cross-origin',
  'no-referrer-when-downgrade',
  'unsafe-url',
]

/** If there are several values, the last one that browsers know counts. */
function referrerRank(before: string, after: string): boolean {
  const place = (value: string): number => {
    const known = value
      .toLowerCase()
      .split(',')
      .map((one) => referrerOrder.indexOf(one.trim()))
    return known.findLast((at) => at >= 0) ?? referrerOrder.indexOf('strict-origin-when-cross-origin')
  }
  return place(after) > place(before)
}

/** Whether more origins may use a feature than before, or it is no longer restricted. */
function isWeakerPermissions(before: string, after: string): boolean {
  const now = permissionsOf(after)
  return [...permissionsOf(before)].some(([feature, allowed]) => {
    const those = now.get(feature)
    return those === undefined || (!allowed.has('*') && [...those].some((one) => !allowed.has(one)))
  })
}

function permissionsOf(value: string): Map<string, Set<string>> {
  const features = value.matchAll(/([\w-]{1,60})=(\(([^()]{0,2000})\)|\*|[\w"]{1,60})/g)
  return new Map(
    [...features].map(([, name, all, inside]) => [
      name!.toLowerCase(),
      new Set((inside ?? all!).split(/\s+/).filter((one) => one !== '')),
    ]),
  )
}
