// Phone numbers: their format, and which numbers a message is sent to.
import { z } from 'zod'
import type { Recipient } from '../../domain/notifying/delivery.ts'

const international = /^\+[1-9]\d{6,14}$/

export const phoneNumber: z.ZodString = z
  .string()
  .regex(international, 'must be a number with its country code, such as +491701234567')

/** The numbers of the config, or else those of the people who have one with a country code. */
export function numbersOf(configured: readonly string[], people: readonly Recipient[]): string[] {
  if (configured.length > 0) return [...new Set(configured)]
  return [...new Set(people.map(numberOf).filter((number) => number !== null))]
}

/** Null without a number that has a country code. */
export function numberOf({ phone }: Recipient): string | null {
  const number = (phone ?? '').replace(/[\s()./-]/g, '')
  return international.test(number) ? number : null
}

const noNumbers = 'the channel has no numbers, and no member of the contact groups has one with a country code'

export const nobodyToWriteTo: string = `there is nobody to write to: ${noNumbers}`
export const nobodyToCall: string = `there is nobody to call: ${noNumbers}`
