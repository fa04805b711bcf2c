// Fetches Client ID Metadata Documents. Anyone can name an address, so only public ones are reached, and documents are
// small and few.
import type { Clock } from '../domain/clock.ts'
import { withTimeLimit } from '../domain/limits/time-limit.ts'
import { OAuthError } from '../domain/oauth/oauth-error.ts'
import { createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'

type FetchDocument = (url: string) => Promise<string>

const timeoutMs = 5000
const maxBytes = 5120
const maxRemembered = 500
const maxAtOnce = 10
const rememberedForMs = 300_000

/** Remembers documents for five minutes and failures for none; concurrent requests for one document share a fetch. */
export function createClientDocuments(clock: Clock, fetchDocument: FetchDocument = fetcherOf(clock)): FetchDocument {
  const documents = new Map<string, { readonly text: string; readonly until: number }>()
  const running = new Map<string, Promise<string>>()

  async function fetchOnce(url: string): Promise<string> {
    const text = await fetchDocument(url)
    if (documents.size >= maxRemembered) documents.delete(documents.keys().next().value!)
    documents.set(url, { text, until: clock.monotonicMs() + rememberedForMs })
    return text
  }

  return async (url) => {
    const known = documents.get(url)
    if (known && known.until > clock.monotonicMs()) return known.text
    const shared = running.get(url)
    if (shared) return shared
    if (running.size >= maxAtOnce)
      throw new OAuthError('temporarily_unavailable', 'Too many metadata documents are being read; try again')
    const fetching = fetchOnce(url).finally(() => running.delete(url))
    running.set(url, fetching)
    return fetching
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
    ).catch((error: Error) => {
      throw unreadable(error.message)
    })
    if (response.status !== 200) throw unreadable(`its server responds with ${response.status}`)
    if (response.isCut) throw unreadable('it is larger than 5 KB')
    return response.body.toString()
  }
}

const unreadable = (why: string): OAuthError =>
  new OAuthError('invalid_client', `The metadata document of the client cannot be read: ${why}`)
