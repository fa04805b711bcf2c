// Headers of every response.
import { eventStream } from '../operations/overview/event-stream.ts'
import type { Operation } from '../operations/registry/define.ts'
import type { RequestBudget } from '../operations/registry/request-budget.ts'
import { anonymousPerMinute } from './limits/anonymous-budget.ts'

export type Headers = Record<string, string>

/** The same for every path, with additions for paths that accept more. */
export function preflight(here: readonly Operation[], path: string): Headers {
  const prefer = here.some(({ waits }) => waits) ? ', Prefer' : ''
  const resuming = path.endsWith(eventStream.path) ? ', Last-Event-ID' : ''
  return {
    'access-control-allow-methods': 'GET, POST, PATCH, DELETE, OPTIONS',
    'access-control-allow-headers': `Authorization, Content-Type, Idempotency-Key${prefer}${resuming}`,
    'access-control-max-age': '86400',
  }
}

const everywhere: Headers = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  // No response is a page that loads or runs anything.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
const overTls: Headers = { ...everywhere, 'strict-transport-security': 'max-age=31536000' }

/** Keeps browsers from interpreting a response as anything else. */
export function securityHeaders(origin: string): Headers {
  return origin.startsWith('https:') ? overTls : everywhere
}

/** Sent with responses that count against no budget, such as a malformed request or a preflight. */
export const uncounted: RequestBudget = { limit: anonymousPerMinute, remaining: anonymousPerMinute, reset: 60 }

export function commonHeaders({ limit, remaining, reset }: RequestBudget): Headers {
  return {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': '*',
    'cache-control': 'no-store',
    'x-ratelimit-limit': `${limit}`,
    'x-ratelimit-remaining': `${remaining}`,
    'x-ratelimit-reset': `${reset}`,
    'ratelimit-limit': `${limit}`,
    'ratelimit-remaining': `${remaining}`,
    'ratelimit-reset': `${reset}`,
    'ratelimit-policy': `"minute";q=${limit};w=60`,
    ratelimit: `"minute";r=${remaining};t=${reset}`,
  }
}

/** RFC 9745 and RFC 8594. */
export function deprecationHeaders({ deprecated }: Operation): Headers {
  if (!deprecated) return {}
  const headers: Headers = {
    deprecation: `@${Math.floor(deprecated.since.getTime() / 1000)}`,
    link: '</policies/deprecation>; rel="deprecation", </policies/sunset>; rel="sunset"',
  }
  if (deprecated.sunset) headers['sunset'] = deprecated.sunset.toUTCString()
  return headers
}
