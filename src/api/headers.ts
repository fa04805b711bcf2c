// Headers that every answer carries.
import type { Operation } from '../operations/registry/define.ts'
import type { RequestBudget } from '../operations/registry/request-budget.ts'
import { anonymousPerMinute } from './limits/anonymous-budget.ts'

export type Headers = Record<string, string>

/** The same everywhere, and more only at paths that take more. */
export function preflight(here: readonly Operation[]): Headers {
  const put = here.some(({ method }) => method === 'PUT') ? 'PUT, ' : ''
  const prefer = here.some(({ waits }) => waits) ? ', Prefer' : ''
  return {
    'access-control-allow-methods': `GET, POST, ${put}PATCH, DELETE, OPTIONS`,
    'access-control-allow-headers': `Authorization, Content-Type, Idempotency-Key${prefer}`,
    'access-control-max-age': '86400',
  }
}

const everywhere: Headers = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  // Nothing that is answered here is a page that loads or runs anything.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
const overTls: Headers = { ...everywhere, 'strict-transport-security': 'max-age=31536000' }

/** What keeps a browser from making more of an answer than it is. */
export function securityHeaders(origin: string): Headers {
  return origin.startsWith('https:') ? overTls : everywhere
}

/** What an answer shows when nothing was counted: a broken request line, a preflight. */
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
