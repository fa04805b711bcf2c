/** JSON in the canonical form of RFC 8785: equal values give equal bytes. */
export function canonicalJson(value: unknown): string {
  // First as JSON, so that dates become strings and undefined values disappear.
  return written(JSON.parse(JSON.stringify(value)))
}

function written(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, one]) => `${JSON.stringify(key)}:${written(one)}`).join(',')}}`
}
