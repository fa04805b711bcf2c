// What the verification of callbacks has in common.
import { timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import { CallbackRefused } from '../define.ts'

/** Compares in constant time. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Parses JSON that the vendor has signed. */
export function parsed<S extends z.ZodType>(schema: S, json: string): z.output<S> {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new CallbackRefused('the body is not JSON', 400)
  }
  const { data, success } = schema.safeParse(value)
  if (!success) throw new CallbackRefused('the body is not one that this channel understands', 400)
  return data
}
