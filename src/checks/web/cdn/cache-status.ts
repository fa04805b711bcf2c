// Reads the cache status of a response: a hit, or one of many words for something else.
import type { HttpResponseData } from '../../../net/index.ts'

export interface CacheStatus {
  readonly header: string
  readonly value: string
  readonly isHit: boolean
}

/** Headers of one CDN come before generic ones, which any proxy may have set. */
const headerNames = [
  'cf-cache-status',
  'x-vercel-cache',
  'cdn-cache',
  'x-77-cache',
  'x-sucuri-cache',
  'eo-cache-status',
  'akamai-cache-status',
  'cdn-cache-status',
  'cache-status',
  'x-cache-status',
  'x-cache',
  'x-cache-lookup',
  'server-timing',
]

const maxLength = 100

// Stale and revalidated responses also come from the cache.
const hits = new Set(['hit', 'refreshhit', 'revalidated', 'updating', 'stale', 'prerender'])
const others = new Set(
  'miss expired bypass dynamic pass none unknown uncacheable nocache private error fwd disabled refresh'.split(' '),
)

export function cacheStatus(headers: HttpResponseData['headers']): CacheStatus | null {
  for (const header of headerNames) {
    const value = headers[header]
    const status = value === undefined ? null : statusIn(header, String(value))
    if (status) return status
  }
  return null
}

function statusIn(header: string, all: string): CacheStatus | null {
  const value = nearest(header, all)
  if (value === undefined) return null
  const words = value
    .slice(0, maxLength)
    .toLowerCase()
    .split(/[^a-z]+/)
  const isOther = words.some((word) => others.has(word))
  if (!isOther && !words.some((word) => hits.has(word))) return null
  return { header, value: value.slice(0, maxLength), isHit: !isOther }
}

/** The cache nearest to the visitor: each cache appends its own value. */
function nearest(header: string, all: string): string | undefined {
  const parts = all.split(',').map((part) => part.trim())
  if (header !== 'server-timing') return parts.at(-1)
  return /^cdn-cache;\s*desc="?(\w+)/i.exec(parts.find((part) => /^cdn-cache;/i.test(part)) ?? '')?.[1]
}
