// Evidence is what a person looks at after a check, so it stays small: the largest parts are cut first.
const maxBytes = 8192

export type Evidence = Record<string, unknown>

export function smallEnough(evidence: Evidence): Evidence | null {
  let size = bytes(evidence)
  if (size <= 2) return null
  const kept = size > maxBytes ? structuredClone(evidence) : evidence
  while (size > maxBytes) {
    const largest = Object.keys(kept).reduce((one, other) => (bytes(kept[other]) > bytes(kept[one]) ? other : one))
    kept[largest] = shorter(kept[largest])
    size = bytes(kept)
  }
  return kept
}

function shorter(value: unknown): unknown {
  if (typeof value === 'string' && value.length > 64) return `${value.slice(0, value.length / 2).toWellFormed()}…`
  if (Array.isArray(value) && value.length > 1) return value.slice(0, value.length / 2)
  return undefined
}

function bytes(value: unknown): number {
  const json = JSON.stringify(value) as string | undefined
  return json === undefined ? 0 : Buffer.byteLength(json)
}
