// What one location sees differently from the others.
export interface ComparedResult {
  readonly location: { readonly name: string }
  readonly success: boolean | null
  readonly data: {
    readonly status_code: number | null
    readonly evidence: readonly { readonly key: string; readonly label: string; readonly value: unknown }[]
  } | null
}

export type LocationDifference =
  /** These locations fail while others succeed. */
  | { readonly kind: 'fails'; readonly locations: readonly string[] }
  | { readonly kind: 'status'; readonly locations: readonly string[]; readonly value: string; readonly others: string }
  | {
      readonly kind: 'value'
      readonly locations: readonly string[]
      readonly key: string
      readonly label: string
      readonly value: string
      readonly others: string
    }

const maxLength = 300
/** Differ between any two checks, whoever sends them. */
const volatile = /time|date|duration|ttl|seconds|_ms$|Ms$|^body|^headers$|hops|phases|serial|nonce|session|sent|age$/i

/** Failures first, then status codes, then what was found. */
export function differencesBetween(results: readonly ComparedResult[]): LocationDifference[] {
  const known = results.filter(({ success }) => success !== null)
  if (known.length < 2) return []
  return [...failures(known), ...statusCodes(known), ...values(known)]
}

const namesOf = (results: readonly ComparedResult[]): string[] => results.map(({ location }) => location.name)

function failures(results: readonly ComparedResult[]): LocationDifference[] {
  const failed = results.filter(({ success }) => success === false)
  return failed.length === 0 || failed.length === results.length ? [] : [{ kind: 'fails', locations: namesOf(failed) }]
}

function statusCodes(results: readonly ComparedResult[]): LocationDifference[] {
  const codes = results.flatMap((result) =>
    result.data === null || result.data.status_code === null ? [] : [{ result, text: String(result.data.status_code) }],
  )
  return minorities(codes).map((found) => ({ kind: 'status', ...found }))
}

function values(results: readonly ComparedResult[]): LocationDifference[] {
  const labels = new Map(results.flatMap(({ data }) => data?.evidence ?? []).map(({ key, label }) => [key, label]))
  return [...labels].flatMap(([key, label]) => {
    if (volatile.test(key)) return []
    const texts = results.flatMap((result) => {
      const part = result.data?.evidence.find((one) => one.key === key)
      const text = part && textOf(part.value)
      return text ? [{ result, text }] : []
    })
    return minorities(texts).map((found) => ({ kind: 'value' as const, key, label, ...found }))
  })
}

interface Minority {
  readonly locations: string[]
  readonly value: string
  readonly others: string
}

/** The values that fewer locations see than the most common one. */
function minorities(texts: readonly { result: ComparedResult; text: string }[]): Minority[] {
  const groups = [...Map.groupBy(texts, ({ text }) => text)].toSorted(([, a], [, b]) => b.length - a.length)
  const [most, ...fewer] = groups
  if (!most) return []
  return fewer.map(([value, members]) => ({
    locations: namesOf(members.map(({ result }) => result)),
    value,
    others: most[0],
  }))
}

/** Empty for what is too long or nested to compare. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.every(isPlain) ? shortened(value.map(String).toSorted().join(', ')) : ''
  return isPlain(value) && value !== null && value !== undefined ? shortened(String(value)) : ''
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null
const shortened = (text: string): string => (text.length > maxLength ? '' : text)
