// Fetches Client ID Metadata Documents. Anyone can name an address, so only public ones are reached, and documents are
// small and few.
import type { Clock } from '../domain/clock.ts'
import { createMinutes } from '../domain/limits/rate-window.ts'
import { withTimeLimit } from '../domain/limits/time-limit.ts'
import { OAuthError } from '../domain/oauth/oauth-error.ts'
import { createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'

type FetchDocument = (url: string) => Promise<string>

const timeoutMs = 5000
const maxBytes = 5120
const maxRemembered = 500
const maxAtOnce = 10
const maxPerHostAndMinute = 20
const maxHosts = 1000
const documentMs = 300_000
const failureMs = 60_000

/** Documents are kept for five minutes and failures for one; concurrent requests for one document share a fetch. */
export function createClientDocuments(clock: Clock, fetchDocument: FetchDocument = fetcherOf(clock)): FetchDocument {
  const results = new Map<string, { readonly result: Promise<string>; readonly until: number }>()
  const takeFromHost = createMinutes(clock, { budget: maxPerHostAndMinute, most: maxHosts })
  let running = 0

  function remember(url: string, result: Promise<string>, ms: number): void {
    results.delete(url)
    results.set(url, { result, until: clock.monotonicMs() + ms })
    if (results.size > maxRemembered) results.delete(results.keys().next().value!)
  }

  function fetchUncached(url: string): Promise<string> {
    running += 1
    const result = fetchDocument(url).finally(() => (running -= 1))
    remember(url, result, documentMs)
    result.catch(() => remember(url, result, failureMs))
    return result
  }

  return async (url) => {
    const known = results.get(url)
    if (known && known.until > clock.monotonicMs()) return known.result
    if (running >= maxAtOnce || !takeFromHost(new URL(url).host).taken)
      throw new OAuthError(
        'temporarily_unavailable',
        'Too many metadata documents are being read; try again in a minute',
      )
    return fetchUncached(url)
  }
}

function fetcherOf(clock: Clock): FetchDocument {
  const net = createNet({ policy: createPolicy({ allowPrivate: false }), clock })
  return async (url) => {
    const response = await withTimeLimit({ clock, ms: timeoutMs }, (signal) =>
      net.request({
        url: new URL(url),
        method: 'GET',
        headers: [{ key: 'Accept', value: 'application/json' }],
        ipVersion: 'any',
        maxRedirects: 0,
        verify: true,
        maxBytes,
        signal,
      }),
    ).catch(() => {
      // Without the reason, which would tell anyone about the network of the server.
      throw unreadable('its public address does not respond in time')
    })
    if (response.status !== 200) throw unreadable(`its server responds with ${response.status}`)
    if (response.isCut) throw unreadable('it is larger than 5 KB')
    return response.body.toString()
  }
}

const unreadable = (why: string): OAuthError =>
  new OAuthError('invalid_client', `The metadata document of the client cannot be read: ${why}`)
