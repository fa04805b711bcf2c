// Documents are rendered once per reading of a page and variant, and then only sent.
import { type PageResponse, responseOf } from './responses.ts'
import { documentAt } from './documents.ts'
import {
  type VisitorServices,
  type PageRequest,
  type VisiblePage,
  type PublishedPage,
  visitOf,
  variantOf,
} from './visitors.ts'

// Each is a document in one language; about a dozen of a page are requested often.
const maxDocuments = 100
/** Documents that are the same for all visitors. */
export const anyVariant = ''

/** Undefined if there is no document at this address. */
export function cachedDocument(
  context: VisitorServices,
  request: PageRequest,
  page: VisiblePage,
): PageResponse | undefined {
  const rest = request.params['*'] ?? ''
  const variant = variantOf(request, page.view)
  const cached = fromCache(page, variant, rest)
  if (cached) return cached
  const document = documentAt(rest, page.view, visitOf(context, request, page))
  return document ? addToCache(page, { variant, name: rest, response: responseOf(document) }) : undefined
}

export const fromCache = ({ documents }: PublishedPage, variant: string, name: string): PageResponse | undefined =>
  documents.get(variant)?.get(name) as PageResponse | undefined

interface NewDocument {
  readonly variant: string
  readonly name: string
  readonly response: PageResponse
}

export function addToCache({ documents }: PublishedPage, { variant, name, response }: NewDocument): PageResponse {
  const all = documents.values().reduce((sum, { size }) => sum + size, 0)
  if (all >= maxDocuments) documents.clear()
  const ofVariant = documents.get(variant) ?? new Map<string, unknown>()
  documents.set(variant, ofVariant.set(name, response))
  return response
}
