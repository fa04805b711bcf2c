import { z } from 'zod'
import { hashPassword, isPassword } from '../../domain/secret.ts'

/** What somebody chooses; longer ones cost nothing, and shorter ones are guessed. */
export const newPassword = z.string().min(12).max(256)
/** What somebody says theirs is. */
export const givenPassword = z.string().min(1).max(256)

// Compared with when there is nothing to compare with, so that an unknown account takes as long as a known one.
const nobodys = `${'0'.repeat(32)}:${'0'.repeat(128)}`

/** Each takes 32 MiB and a thread of four that files and names need, too. */
const mostAtOnce = 2
let running = 0
const waiting: (() => void)[] = []

async function oneOfFew<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export function isTheirPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  return oneOfFew(() => isPassword(password, stored ?? nobodys))
}

export function hashNewPassword(password: string): Promise<string> {
  return oneOfFew(() => hashPassword(password))
}
