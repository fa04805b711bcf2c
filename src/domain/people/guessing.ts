// Slows down failed attempts: the first are free, then each waits twice as long as the one before.
import ipaddr from 'ipaddr.js'
import { fingerprint } from '../secret.ts'

export interface GuessLimit {
  readonly key: Buffer
  readonly free: number
  readonly firstWaitSeconds: number
  readonly maxWaitSeconds: number
  /** Failures are forgotten after this time without another. */
  readonly forgetSeconds: number
}

/** Applies to every address: one without an account is slowed down like any other. */
export function guessesOfAccount(name: string): GuessLimit {
  const key = fingerprint(`account ${name.toLowerCase()}`)
  return { key, free: 5, firstWaitSeconds: 30, maxWaitSeconds: 900, forgetSeconds: 86_400 }
}

export function guessesOfAddress(ip: string): GuessLimit {
  const key = fingerprint(`address ${networkOf(ip)}`)
  return { key, free: 30, firstWaitSeconds: 30, maxWaitSeconds: 3600, forgetSeconds: 86_400 }
}

/** Programs register once; a flood of registrations is slowed down. */
export function registrationsOfAddress(ip: string): GuessLimit {
  const key = fingerprint(`registration ${networkOf(ip)}`)
  return { key, free: 20, firstWaitSeconds: 30, maxWaitSeconds: 3600, forgetSeconds: 3600 }
}

/** One home or server usually has a whole /64 of IPv6 addresses. */
function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv4' ? address.toString() : address.toNormalizedString().split(':').slice(0, 4).join(':')
}
