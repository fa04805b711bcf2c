import { isIP } from 'node:net'
import type { Services } from '../registry/services.ts'

/** Browsers create passkeys only for hostnames with https, or localhost. */
export function passkeysWork(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && (protocol === 'https:' || hostname === 'localhost')
}

export function featuresOf({ mail, origin }: Services): { mail: boolean; passkeys: boolean } {
  return { mail: mail !== null, passkeys: passkeysWork(origin()) }
}
