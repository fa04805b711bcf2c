// Evidence is for people, so it stays small: the largest parts are cut first.
const maxBytes = 8192

export type Evidence = Record<string, unknown>

export function smallEnough(evidence: Evidence): Evidence | null {
  const json = JSON.stringify(evidence)
  let size = Buffer.byteLength(json)
  if (size <= 2) return null
  const result = unstorable.test(json) ? storable(json) : size > maxBytes ? structuredClone(evidence) : evidence
  while (size > maxBytes) {
    const biggest = Object.keys(result).reduce((one, other) =>
      bytes(result[other]) > bytes(result[one]) ? other : one,
    )
    result[biggest] = shorter(result[biggest])
    size = bytes(result)
  }
  return result
}

// PostgreSQL stores no zero byte and no lone surrogate in JSON, and targets control parts of the evidence.
const unstorable = /\\u(0000|d[89a-f])/

function storable(json: string): Evidence {
  const clean = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed()
  return JSON.parse(json, (_key, value: unknown) => {
    if (typeof value === 'string') return clean(value)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [clean(key), part]))
  }) as Evidence
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
