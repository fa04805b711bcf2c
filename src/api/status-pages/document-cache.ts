// Documents are made once per reading of a page and way of looking at it, and then only sent.
import { type PageResponse, answerOf } from './responses.ts'
import { documentAt } from './documents.ts'
import {
  type VisitorServices,
  type PageRequest,
  type VisiblePage,
  type PublishedPage,
  visitOf,
  wayOf,
} from './visitors.ts'

// Each is a document in one language; a page has about a dozen that are often asked for.
const maxDocuments = 100
/** Of what looks the same to everybody. */
export const anyWay = ''

/** Undefined when there is no document at this address. */
export function cachedDocument(
  looking: VisitorServices,
  request: PageRequest,
  seen: VisiblePage,
): PageResponse | undefined {
  const rest = request.params['*'] ?? ''
  const way = wayOf(request, seen.view)
  const known = fromCache(seen, way, rest)
  if (known) return known
  const document = documentAt(rest, seen.view, visitOf(looking, request, seen))
  return document ? addToCache(seen, { way, name: rest, answer: answerOf(document) }) : undefined
}

export const fromCache = ({ documents }: PublishedPage, way: string, name: string): PageResponse | undefined =>
  documents.get(way)?.get(name) as PageResponse | undefined

interface Fresh {
  readonly way: string
  readonly name: string
  readonly answer: PageResponse
}

export function addToCache({ documents }: PublishedPage, { way, name, answer }: Fresh): PageResponse {
  const all = documents.values().reduce((sum, { size }) => sum + size, 0)
  if (all >= maxDocuments) documents.clear()
  const there = documents.get(way) ?? new Map<string, unknown>()
  documents.set(way, there.set(name, answer))
  return answer
}
