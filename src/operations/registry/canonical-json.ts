/** The same text for the same value, whatever the order of its keys. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortKeys)

function sortKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
