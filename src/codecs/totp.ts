// Time-based one-time codes (RFC 6238), and recovery codes.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { fingerprint } from '../domain/secret.ts'

const stepMs = 30_000
const digits = 6
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits in base32. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(20))
}

export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

/** The sealing context of a user's authenticator secret. */
export const twoFactorContext = (userId: string): string => `two-factor ${userId}`

/** The time step of a code, with one step of tolerance before and after; null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const current = Math.floor(now.getTime() / stepMs)
  const given = Buffer.from(code)
  const steps = [current, current - 1, current + 1]
  const fitting = steps.find((step) => {
    const expected = Buffer.from(codeOfStep(secret, step))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  return fitting ?? null
}

export function totpAt(secret: string, now: Date): string {
  return codeOfStep(secret, Math.floor(now.getTime() / stepMs))
}

function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const number = mac.readUInt32BE(mac[mac.length - 1]! & 0x0f) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

const codes = 10

/** For example `k3ft-9q2m-…`: 80 bits each, so a fast hash is enough. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codes }, () => {
    const text = toBase32(randomBytes(10)).toLowerCase()
    return text.match(/.{4}/g)!.join('-')
  })
}

/** Ignores case and separators. */
export function recoveryHash(userId: string, code: string): Buffer {
  return fingerprint(`${userId} ${code.toLowerCase().replace(/[^a-z2-7]/g, '')}`)
}

function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits
    .match(/.{5}/g)!
    .map((five) => alphabet[Number.parseInt(five, 2)])
    .join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
}
