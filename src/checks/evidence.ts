import { storable } from '../domain/database/storable.ts'

// Evidence is for people, so it stays small: the largest parts are cut first.
const maxBytes = 8192

export type Evidence = Record<string, unknown>

export function smallEnough(evidence: Evidence): Evidence | null {
  const json = JSON.stringify(evidence)
  let size = Buffer.byteLength(json)
  if (size <= 2) return null
  const result = unstorable.test(json) || size > maxBytes ? (storable(evidence) as Evidence) : evidence
  while (size > maxBytes) {
    const biggest = Object.keys(result).reduce((one, other) =>
      bytes(result[other]) > bytes(result[one]) ? other : one,
    )
    result[biggest] = shorter(result[biggest])
    size = bytes(result)
  }
  return result
}

// Targets control parts of the evidence.
const unstorable = /\\u(0000|d[89a-f])/

function shorter(value: unknown): unknown {
  if (typeof value === 'string' && value.length > 64) return `${value.slice(0, value.length / 2).toWellFormed()}…`
  if (Array.isArray(value) && value.length > 1) return value.slice(0, value.length / 2)
  return undefined
}

function bytes(value: unknown): number {
  const json = JSON.stringify(value) as string | undefined
  return json === undefined ? 0 : Buffer.byteLength(json)
}
