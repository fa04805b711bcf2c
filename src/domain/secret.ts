// Creates and verifies secrets without storing them.
import { hash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

export interface ApiKey {
  readonly key: string
  readonly prefix: string
  readonly hash: Buffer
}

export function newApiKey(): ApiKey {
  return apiKey(`lw_${randomBytes(24).toString('base64url')}`)
}

export function apiKey(key: string): ApiKey {
  return { key, prefix: key.slice(0, 8), hash: fingerprint(key) }
}

export function newToken(): string {
  return randomBytes(24).toString('base64url')
}

export function newHexToken(): string {
  return randomBytes(16).toString('hex')
}

/** Random secrets of 128 bits and more need no slow hash. */
export function fingerprint(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

// The layout and cost of better-auth: hex salt, colon, hex of scrypt over the salt's hex text.
const cost = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 }

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex')
  return `${salt}:${(await derive(password, salt)).toString('hex')}`
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [salt = '', key = ''] = stored.split(':')
  const expected = Buffer.from(key, 'hex')
  const actual = await derive(password, salt)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

function derive(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 64, cost, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
