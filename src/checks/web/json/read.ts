// Parses JSON of a target with limits, so that all later work on it is bounded.
import type { JsonValue } from './values.ts'

export type JsonReading = { readonly value: JsonValue } | { readonly problem: string }

const deepest = 200

export function readJson(text: string): JsonReading {
  if (text.trim() === '') return { problem: 'the response is empty' }
  if (nestsTooDeep(text)) return { problem: `the response is nested more than ${deepest} levels deep` }
  try {
    return { value: JSON.parse(text) as JsonValue }
  } catch {
    return { problem: 'the response is not JSON' }
  }
}

const quote = 34
const backslash = 92

function nestsTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at + 1)
    else if (code === 91 || code === 123) {
      if (++depth > deepest) return true
    } else if (code === 93 || code === 125) depth--
  }
  return false
}

/** The position of the closing quote. */
function endOfText(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at++
  }
  return text.length
}
