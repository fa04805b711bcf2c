import { z } from 'zod'
import { createFewAtOnce } from '../../domain/limits/few-at-once.ts'
import { hashPassword, isPassword } from '../../domain/secret.ts'

/** A new password. Shorter ones are easy to guess. */
export const newPassword = z.string().min(12).max(256)
/** An entered password, to compare. */
export const givenPassword = z.string().min(1).max(256)

// Compared for unknown accounts, so that they take as long as known ones.
const unknownAccountHash = `${'0'.repeat(32)}:${'0'.repeat(128)}`

// Each hash takes 32 MiB and one of the four threads that file access and DNS also use.
const fewAtOnce = createFewAtOnce({
  maxCount: 2,
  maxWaiting: 100,
  tooMany: 'Too many people are signing in',
  retryAfterSeconds: 5,
})

export function isTheirPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  return fewAtOnce(() => isPassword(password, stored ?? unknownAccountHash))
}

export function hashNewPassword(password: string): Promise<string> {
  return fewAtOnce(() => hashPassword(password))
}
