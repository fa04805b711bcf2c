// Passwords are hashed at a thousandth of their price: a test that signs somebody in is about something else.
import crypto, { type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll } from 'vitest'

type Done = (error: Error | null, key: Buffer) => void

const real = crypto.scrypt

export function hashCheaply(): void {
  const scrypt = (password: string, salt: string, length: number, cost: ScryptOptions, done: Done): void =>
    real(password, salt, length, { ...cost, N: 16 }, done)
  replace(scrypt as typeof real)
}

/** For a file that is about them. */
export function hashForReal(): void {
  beforeAll(() => replace(real))
  afterAll(hashCheaply)
}

function replace(scrypt: typeof real): void {
  Object.assign(crypto, { scrypt })
  syncBuiltinESMExports()
}
