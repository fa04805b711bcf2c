// The requests of a page.
import type { Artifacts, Result } from 'lighthouse'
import { rowsOf } from './rows.ts'

export interface Requested {
  readonly url: string
  readonly kind: string
  readonly bytes: number
}

const kinds: Readonly<Record<string, string>> = {
  Script: 'js',
  Stylesheet: 'css',
  Image: 'image',
  Font: 'font',
}
const maxHosts = 500

export function requestsOf(lhr: Result): Requested[] {
  return rowsOf(lhr, 'network-requests')
    .filter(({ url, statusCode }) => /^https?:/.test(String(url)) && statusCode !== -1)
    .map(({ url, resourceType, transferSize }) => ({
      url: String(url),
      kind: kinds[String(resourceType)] ?? 'other',
      bytes: Number(transferSize) || 0,
    }))
}

export function transferred(requests: readonly Requested[]) {
  const byKind: Record<string, number> = { js: 0, css: 0, image: 0, font: 0, other: 0 }
  const byHost = new Map<string, number>()
  for (const { url, kind, bytes } of requests) {
    byKind[kind]! += bytes
    const host = URL.parse(url)?.hostname ?? ''
    if (byHost.has(host) || byHost.size < maxHosts) byHost.set(host, (byHost.get(host) ?? 0) + bytes)
  }
  return { requestCount: requests.length, bytesByKind: byKind, bytesByHost: Object.fromEntries(byHost) }
}

// Aborted by the page itself.
const notFailed = /ERR_ABORTED/

/** In the order of failure. The favicon that a browser requests by itself does not count. */
export function failedRequests(log: Artifacts['DevtoolsLog']): { url: string; problem: string }[] {
  const urls = new Map<string, string>()
  const failed = new Map<string, string>()
  for (const { method, params, sessionId = '' } of log as LoggedEvent[]) {
    const id = `${sessionId} ${params.requestId}`
    if (method === 'Network.requestWillBeSent') urls.set(id, params.request!.url)
    const status = method === 'Network.responseReceived' ? params.response!.status : 0
    if (status >= 400) failed.set(id, `status ${status}`)
    if (method === 'Network.loadingFailed' && isFailure(params)) failed.set(id, reasonOf(params))
  }
  return [...failed]
    .map(([id, problem]) => ({ url: (urls.get(id) ?? '').slice(0, 300), problem }))
    .filter(({ url }) => /^(?:https?|wss?):/.test(url) && !url.endsWith('/favicon.ico'))
}

// The inspector blocks what the monitor blocks.
function isFailure({ canceled, errorText = '', blockedReason }: LoggedEvent['params']): boolean {
  return !canceled && blockedReason !== 'inspector' && !notFailed.test(errorText)
}

function reasonOf({ errorText, blockedReason }: LoggedEvent['params']): string {
  return (errorText || `blocked: ${blockedReason ?? 'unknown'}`).replace('net::', '')
}

interface LoggedEvent {
  readonly method: string
  readonly sessionId?: string
  readonly params: {
    readonly requestId?: string
    readonly request?: { readonly url: string }
    readonly response?: { readonly status: number }
    readonly canceled?: boolean
    readonly errorText?: string
    readonly blockedReason?: string
  }
}
