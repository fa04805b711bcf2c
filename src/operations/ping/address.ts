// Parses the path of a check-in: the heartbeat, and the state of the job.
export type PingTarget = { readonly token: string } | { readonly pingKey: string; readonly slug: string }

export type Signal =
  | { readonly kind: 'success' | 'start' | 'fail' | 'log' }
  | { readonly kind: 'exit'; readonly status: number }

export interface ParsedPing {
  readonly address: PingTarget
  readonly signal: Signal
}

/** Our own paths, and those of other services, for easy migration. */
export type PingRoute = 'ping' | 'push' | 'heartbeat' | 'root'

const success: Signal = { kind: 'success' }

/** Null if the path cannot belong to a heartbeat. */
export function readAddress(route: PingRoute, path: string, status: string | undefined): ParsedPing | null {
  const [first = '', ...rest] = path.replace(/\/$/, '').split('/')
  if (!/^[\w-]{1,64}$/.test(first) || rest.length > (route === 'ping' ? 2 : 1)) return null
  const [second, third] = rest
  // Uptime Kuma treats everything except "up" as down.
  const pushed: Signal = (status ?? 'up') === 'up' ? success : { kind: 'fail' }
  if (route === 'push') return second === undefined ? of({ token: first }, pushed) : null
  if (second === undefined) return of({ token: first }, success)
  const signal = readSignal(second)
  if (third === undefined && signal) return of({ token: first }, signal)
  if (route !== 'ping' || !/^[a-z0-9][a-z0-9_-]{0,63}$/.test(second) || /^\d+$/.test(second)) return null
  return of({ pingKey: first, slug: second }, third === undefined ? success : readSignal(third))
}

/** A unique name of the heartbeat, whether it exists or not. */
export function nameOf(address: PingTarget): string {
  return 'token' in address ? address.token : `${address.pingKey}/${address.slug}`
}

function of(address: PingTarget, signal: Signal | null): ParsedPing | null {
  return signal && { address, signal }
}

function readSignal(word: string): Signal | null {
  if (word === 'start' || word === 'fail' || word === 'log') return { kind: word }
  return /^\d{1,3}$/.test(word) && Number(word) <= 255 ? { kind: 'exit', status: Number(word) } : null
}
