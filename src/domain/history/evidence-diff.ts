// Compares the evidence of two checks.
export interface DiffRow {
  /** The path of the value, such as `headers.server`. */
  readonly key: string
  readonly before: string | null
  readonly after: string | null
  readonly changed: boolean
  /** Whether it differs in every check, such as a date or a duration. */
  readonly volatile: boolean
}

const maxRows = 200
const maxText = 300
const volatileKey = /(_ms|[._]at|\bdate|\bage|\bexpires|etag|request[-_]id|trace|set-cookie|nonce)$/i

/** Changed rows come first; otherwise rows keep their order. */
export function evidenceDiff(before: unknown, after: unknown): DiffRow[] {
  const [old, fresh] = [new Map(leaves(before)), new Map(leaves(after))]
  const keys = [...new Set([...fresh.keys(), ...old.keys()])]
  const rows = keys.map((key) => {
    const [was, is] = [old.get(key) ?? null, fresh.get(key) ?? null]
    return { key, before: was, after: is, changed: was !== is, volatile: volatileKey.test(key) }
  })
  return rows.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxRows)
}

const rank = ({ changed, volatile }: DiffRow): number => (changed ? (volatile ? 1 : 0) : 2)

function leaves(value: unknown, path = ''): [string, string][] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [[path, cut(String(value))]]
  if (Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object'))
    return value.length === 0 ? [] : [[path, cut(value.join(', '))]]
  return Object.entries(value).flatMap(([key, part]) => leaves(part, path === '' ? key : `${path}.${key}`))
}

const cut = (text: string): string => (text.length > maxText ? `${text.slice(0, maxText)}…` : text)
