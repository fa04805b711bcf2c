// The cookies of a signed-in user. Scripts cannot read them, and other sites cannot send them with a write.
import type { CookieChanges } from '../operations/registry/define.ts'
import { maxSessionMs } from '../operations/registry/authenticate-session.ts'

const names = { session: 'lapwing_session', secondFactor: 'lapwing_second_step' } as const
const secondFactorMs = 600_000
const lifetimes = { session: maxSessionMs, secondFactor: secondFactorMs } as const

const isSafe = (origin: string): boolean => origin.startsWith('https:')
const nameOf = (which: keyof CookieChanges, origin: string): string =>
  `${isSafe(origin) ? '__Host-' : ''}${names[which]}`

/** The value of a cookie in a request; null if the name occurs twice. */
export function cookieIn(header: string | undefined, which: keyof CookieChanges, origin: string): string | null {
  const start = `${nameOf(which, origin)}=`
  const values = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(start))
    .map((part) => part.slice(start.length))
  return values.length === 1 && values[0] !== '' ? values[0]! : null
}

/** The Set-Cookie headers that store or delete cookies. */
export function setCookies(keeps: CookieChanges, origin: string): string[] {
  return Object.entries(keeps).map(([which, value]) => {
    const kind = which as keyof CookieChanges
    const seconds = value === null ? 0 : lifetimes[kind] / 1000
    const flags = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSafe(origin) ? '; Secure' : ''}`
    return `${nameOf(kind, origin)}=${value ?? ''}; ${flags}`
  })
}
