// The response of the page itself, however the browser got there.
import type { HTTPRequest, Page } from 'puppeteer-core'

export interface Arrival {
  /** The address of the last response, or of the missing one. */
  readonly url: string
  /** Status of the last response; null when there was none. */
  readonly status: number | null
  /** Why the browser got no response, in its own words. */
  readonly failure: string | null
  readonly headers: Readonly<Record<string, string>>
}

export interface ArrivalWatch {
  now(): Arrival
  /** Settles as soon as it is clear that no page loads: an error, no response, or a timeout. */
  readonly turnedAway: Promise<void>
}

const notYet: Arrival = { url: '', status: null, failure: null, headers: {} }

export function watchArrival(page: Page, answerMs: number): ArrivalWatch {
  let arrival = notYet
  const { promise: turnedAway, resolve: turnAway } = Promise.withResolvers<void>()
  const isPage = (request: HTTPRequest): boolean =>
    request.isNavigationRequest() && request.frame() === page.mainFrame() && /^https?:/.test(request.url())

  page.on('request', (request) => {
    if (!isPage(request) || arrival.status !== null) return
    arrival = { ...arrival, url: request.url() }
    setTimeout(() => arrival.status === null && turnAway(), answerMs).unref()
  })
  page.on('response', (response) => {
    const status = response.status()
    if (!isPage(response.request()) || (status >= 300 && status <= 399)) return
    const refused = ofWayOut(response.headers())
    if (refused !== null) {
      arrival = { ...arrival, url: response.url(), failure: refused }
      return turnAway()
    }
    arrival = { url: response.url(), status, failure: null, headers: response.headers() }
    if (status >= 400) turnAway()
  })
  page.on('requestfailed', (request) => {
    const failure = request.failure()?.errorText ?? null
    if (!isPage(request) || arrival.status !== null || failure === 'net::ERR_ABORTED') return
    arrival = { ...arrival, url: request.url(), failure }
    turnAway()
  })
  return { now: () => arrival, turnedAway }
}

/** The proxy responds for servers that do not, and marks its responses. */
function ofWayOut(headers: Readonly<Record<string, string>>): string | null {
  const [, details] = /^lapwing; details="(.*)"$/.exec(headers['proxy-status'] ?? '') ?? []
  return details ?? null
}
