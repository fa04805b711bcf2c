// Events of the pages of a test: console errors, failed requests, and paint and layout metrics.
import type { BrowserContext, Request, Response } from '@playwright/test'

const maxListed = 20
// The server cuts them again after masking.
const maxText = 2000

export interface Observed {
  consoleErrors: number
  /** The first few. */
  consoleErrorTexts: string[]
  failedRequests: number
  failedRequestTexts: string[]
  /** Null when no page has painted anything. */
  lcpMs: number | null
  cls: number | null
}

const nothing = (): Observed => ({
  consoleErrors: 0,
  consoleErrorTexts: [],
  failedRequests: 0,
  failedRequestTexts: [],
  lcpMs: null,
  cls: null,
})

let observed = nothing()

export function forget(): void {
  observed = nothing()
}

export const seen = (): Observed => observed

export function watch(context: BrowserContext): void {
  context.on('console', (message) => {
    if (message.type() === 'error') noteConsoleError(message.text(), message.location().url)
  })
  context.on('weberror', (error) => noteConsoleError(String(error.error()), error.page()?.url() ?? ''))
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed'
    // Requests aborted by leaving a page have not failed.
    if (reason !== 'net::ERR_ABORTED') noteFailedRequest(request, reason)
  })
  context.on('response', (response) => {
    if (response.status() >= 400) noteFailedRequest(response.request(), reasonOf(response))
  })
  watchPaints(context)
}

/** The proxy responds for servers that do not, and says why. */
function reasonOf(response: Response): string {
  const [, why] = /^lapwing; details="(.*)"$/.exec(response.headers()['proxy-status'] ?? '') ?? []
  return why ?? String(response.status())
}

function noteConsoleError(text: string, url: string): void {
  observed.consoleErrors += 1
  list(observed.consoleErrorTexts, url === '' ? text : `${text} (${url})`)
}

function noteFailedRequest(request: Request, reason: string): void {
  observed.failedRequests += 1
  list(observed.failedRequestTexts, `${request.method()} ${request.url()}: ${reason}`)
}

function list(texts: string[], text: string): void {
  if (texts.length < maxListed) texts.push(text.slice(0, maxText))
}

const binding = '__lapwing_painted'

function watchPaints(context: BrowserContext): void {
  // A context that is closed before it was used rejects both, and has painted nothing.
  const unless = (): void => undefined
  context.exposeBinding(binding, (_source, name: unknown, value: unknown) => notePaint(name, value)).catch(unless)
  context.addInitScript(tellPaints, binding).catch(unless)
}

function notePaint(name: unknown, value: unknown): void {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return
  if (name === 'lcp') observed.lcpMs = Math.max(observed.lcpMs ?? 0, value)
  if (name === 'cls') observed.cls = Math.max(observed.cls ?? 0, value)
}

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}

/** Runs in the page. Layout shifts count in bursts: less than a second apart, five seconds at most. */
function tellPaints(binding: string): void {
  if (window !== window.top) return
  const tell = (globalThis as unknown as Record<string, (name: string, value: number) => void>)[binding]
  if (!tell) return
  const burst = { value: 0, first: 0, last: -Infinity }
  const listen = (type: string, note: (entry: PerformanceEntry) => void): void => {
    new PerformanceObserver((entries) => entries.getEntries().forEach(note)).observe({ type, buffered: true })
  }
  listen('largest-contentful-paint', (entry) => {
    tell('lcp', entry.startTime)
    if (burst.last === -Infinity) tell('cls', 0)
  })
  listen('layout-shift', (entry) => {
    const { startTime, value, hadRecentInput } = entry as LayoutShift
    if (hadRecentInput) return
    const goesOn = startTime - burst.last < 1000 && startTime - burst.first < 5000
    if (!goesOn) Object.assign(burst, { value: 0, first: startTime })
    burst.last = startTime
    burst.value += value
    tell('cls', burst.value)
  })
}
