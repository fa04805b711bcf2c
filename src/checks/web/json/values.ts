// Helpers for any JSON value.
import type { Effort } from './effort.ts'

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [name: string]: JsonValue }

export function isObject(value: unknown): value is { readonly [name: string]: JsonValue } {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** A string, or other values as JSON; large values are written only up to about `length`. */
export function beginningOf(value: JsonValue, length: number): string {
  return typeof value === 'string' ? value.slice(0, length + 1) : written(value, length)
}

function written(value: JsonValue, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room + 1))
  if (value === null || typeof value !== 'object') return String(value)
  const isList = Array.isArray(value)
  let text = isList ? '[' : '{'
  for (const name in value) {
    if (text.length > room) return text
    if (text.length > 1) text += ','
    if (!isList) text += `${JSON.stringify(name.slice(0, room + 1))}:`
    text += written((value as { readonly [name: string]: JsonValue })[name]!, room - text.length)
  }
  return `${text}${isList ? ']' : '}'}`
}

export function charactersIn(text: string, effort: Effort): number {
  effort.spend(text.length)
  return [...text].length
}

// Comparing long strings is fast, but not free.
const charactersPerStep = 100

export function isSame(one: JsonValue | undefined, other: JsonValue | undefined, effort: Effort): boolean {
  effort.spend(typeof one === 'string' ? 1 + one.length / charactersPerStep : 1)
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other))
    return (
      one.length === other.length &&
      (one as JsonValue[]).every((value, at) => isSame(value, other[at] as JsonValue, effort))
    )
  if (!isObject(one) || !isObject(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name], effort))
  )
}

/** A string that is equal for equal values, whatever the order of their keys. */
export function canonical(value: JsonValue, effort: Effort): string {
  effort.spend(typeof value === 'string' ? 1 + value.length / charactersPerStep : 1)
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map((one) => canonical(one, effort)).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name]!, effort)}`).join(',')}}`
}
