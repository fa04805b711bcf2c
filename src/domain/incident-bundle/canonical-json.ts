/** JSON in the canonical form of RFC 8785: equal values give equal bytes, whatever the order of their keys. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object' || value instanceof Date || value instanceof Uint8Array)
    return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const fields = Object.entries(value).filter(([, one]) => one !== undefined)
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(',')}}`
}
