// The secrets of the authorization server and how long they live. Rows hold only their hashes.
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { fingerprint } from '../secret.ts'
import type { Vault } from '../vault.ts'

const second = 1000
export const lifetimesMs = {
  request: 600 * second,
  code: 60 * second,
  deviceCode: 900 * second,
  accessToken: 3600 * second,
  refreshToken: 30 * 86_400 * second,
  /**
   * How long a replaced refresh token still returns its successor, so that parallel refreshes do not sign people out.
   */
  replacedToken: 60 * second,
}

export interface OAuthSecret {
  readonly text: string
  readonly hash: Buffer
}

const prefixes = {
  access: 'lwa_',
  refresh: 'lwr_',
  code: 'lwo_',
  device: 'lwd_',
  client: 'lws_',
}

export function newSecret(kind: keyof typeof prefixes): OAuthSecret {
  const text = `${prefixes[kind]}${randomBytes(32).toString('base64url')}`
  return { text, hash: fingerprint(text) }
}

/**
 * The refresh token that replaces another one. It is always the same one, so a token that is used twice does not begin
 * a second chain of tokens, and rows still hold only hashes.
 */
export function successorOf(vault: Pick<Vault, 'sign'>, text: string): OAuthSecret {
  const signature = vault.sign(Buffer.from(text), 'refresh token successor')
  const successor = `${prefixes.refresh}${signature.toString('base64url')}`
  return { text: successor, hash: fingerprint(successor) }
}

export const isAccessToken = (text: string): boolean => text.startsWith(prefixes.access)

export const newClientId = (): string => `lwc_${randomBytes(16).toString('base64url')}`

export function isSecret(text: string, hash: Buffer): boolean {
  return timingSafeEqual(fingerprint(text), hash)
}

// Without vowels, so that no words appear, and without letters that look alike.
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ'

/** A code that people type, such as BCDF-GHJK. */
export function newUserCode(): string {
  const code = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** The code that someone typed, whatever they put between its letters; null if it cannot be one. */
export function typedUserCode(text: string): string | null {
  const typed = text.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return typed.length === 8 ? `${typed.slice(0, 4)}-${typed.slice(4)}` : null
}

/** PKCE (RFC 7636) with S256. */
export const isCodeChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

export function isVerifierOf(challenge: string, verifier: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  const expected = Buffer.from(challenge, 'base64url')
  const actual = createHash('sha256').update(verifier).digest()
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

/** One id for all tokens of a client and user in an organization: they share a request budget. */
export function credentialIdOf(parts: readonly (string | null)[]): string {
  const bytes = fingerprint(JSON.stringify(parts)).subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
