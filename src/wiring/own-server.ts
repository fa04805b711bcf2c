// Requests to the server that runs with the same settings on this machine.
import type { Clock } from '../domain/clock.ts'
import { withTimeLimit } from '../domain/limits/time-limit.ts'
import { type Net, createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'
import type { Settings } from '../settings.ts'

export const timeoutMs = 3000
const maxBytes = 65_536

export const openNet = (clock: Clock): Net => createNet({ policy: createPolicy({ allowPrivate: true }), clock })

/** Null if a process with these settings serves no requests, or at a port that nobody knows. */
export function ownOrigin({ roles, host, port }: Settings): string | null {
  return roles.includes('server') && port !== 0 ? `http://${reachable(host)}:${port}` : null
}

/** An address that leads to a server on every interface. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** The JSON object at an address; an empty one for other content; null without a response. */
export async function readObject(clock: Clock, url: string): Promise<Record<string, unknown> | null> {
  const net = openNet(clock)
  const headers = [{ key: 'Accept', value: 'application/json' }]
  const request = {
    url: new URL(url),
    method: 'GET',
    headers,
    ipVersion: 'any',
    maxRedirects: 0,
    verify: true,
  } as const
  try {
    const response = await withTimeLimit({ clock, ms: timeoutMs }, (signal) =>
      net.request({ ...request, maxBytes, signal }),
    )
    return objectIn(response.body.toString())
  } catch {
    return null
  }
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
