import { z } from 'zod'
import { createFewAtOnce } from '../../domain/limits/few-at-once.ts'
import { hashPassword, isPassword } from '../../domain/secret.ts'

/** What somebody chooses; longer ones cost nothing, and shorter ones are guessed. */
export const newPassword = z.string().min(12).max(256)
/** What somebody says theirs is. */
export const givenPassword = z.string().min(1).max(256)

// Compared with when there is nothing to compare with, so that an unknown account takes as long as a known one.
const nobodys = `${'0'.repeat(32)}:${'0'.repeat(128)}`

// Each hash takes 32 MiB and a thread of four that files and names need, too.
const fewAtOnce = createFewAtOnce({
  maxCount: 2,
  maxWaiting: 100,
  tooMany: 'Too many people are signing in',
  retryAfterSeconds: 5,
})

export function isTheirPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  return fewAtOnce(() => isPassword(password, stored ?? nobodys))
}

export function hashNewPassword(password: string): Promise<string> {
  return fewAtOnce(() => hashPassword(password))
}
