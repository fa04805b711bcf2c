// What the callbacks of several vendors have in common.
import { timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import { parseJson, usualLimits } from '../../domain/limits/json-limits.ts'
import { withTimeLimit } from '../../domain/limits/time-limit.ts'
import { type CallbackContext, CallbackRefused } from '../define.ts'

const maxAgeSeconds = 300

/** Refuses requests whose signed time, in seconds, is more than five minutes away. */
export function refuseOld(timestamp: string | null, now: Date): void {
  const seconds = /^\d{1,12}$/.test(timestamp ?? '') ? Number(timestamp) : Number.NaN
  const age = Math.abs(now.getTime() / 1000 - seconds)
  if (!(age <= maxAgeSeconds)) throw new CallbackRefused('the timestamp is missing or more than 5 minutes off')
}

/** Compares in constant time. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Parses JSON that the vendor has signed. */
export function parsed<S extends z.ZodType>(schema: S, json: string): z.output<S> {
  let value: unknown
  try {
    value = parseJson(Buffer.from(json), usualLimits)
  } catch {
    throw new CallbackRefused('the body is not JSON', 400)
  }
  const { data, success } = schema.safeParse(value)
  if (!success) throw new CallbackRefused('the body is not one that this channel understands', 400)
  return data
}

const vendorMs = 2000

/** Calls the vendor back. Null if that fails or takes too long: the reply counts anyway. */
export function tryCalling<T>(
  context: CallbackContext,
  call: (context: CallbackContext) => Promise<T>,
): Promise<T | null> {
  const limit = { clock: context.clock, ms: vendorMs }
  return withTimeLimit(limit, (signal) => call({ ...context, signal })).catch(() => null)
}
