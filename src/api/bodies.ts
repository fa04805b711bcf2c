// The only place that turns the bytes of a request into values. What fits the usual limits is read at once; what an
// endpoint allows beyond them is read in another process.
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../domain/fault.ts'
import { type RequestLimits, isWithin, parseJson, usualLimits } from '../domain/limits/json-limits.ts'
import type { DocumentReader } from '../operations/registry/document-reader.ts'
import { rateLimited } from '../operations/registry/request-budget.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyLimits?: RequestLimits
  }
}

/** Options of a route whose bodies have other limits than usual. */
export function withLimits(limits: Partial<RequestLimits> = {}): {
  bodyLimit: number
  config: { bodyLimits: RequestLimits }
} {
  const bodyLimits = { ...usualLimits, ...limits }
  return { bodyLimit: bodyLimits.maxBytes, config: { bodyLimits } }
}

export const limitsOf = ({ routeOptions }: FastifyRequest): RequestLimits =>
  routeOptions.config.bodyLimits ?? { ...usualLimits, maxBytes: routeOptions.bodyLimit }

/** Passes bodies of these types on as JSON values; undefined if they are empty. */
export function readJsonBodies(scope: FastifyInstance, types: string | string[], documents: DocumentReader): void {
  scope.addContentTypeParser(types, { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) =>
    request.is404 ? undefined : readJson(documents, request, bytes),
  )
}

export async function readJson(documents: DocumentReader, request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  const limits = limitsOf(request)
  if (isSmall(bytes, limits)) return parseJson(bytes, limits)
  return documents.read(ownerOf(request), 'json', { bytes, limits })
}

/** Whether it is read at once; then its limits are checked on the way. */
export function isSmall(bytes: Buffer, { maxValues, maxDepth }: RequestLimits): boolean {
  if (bytes.length > usualLimits.maxBytes) return false
  const isUsual = maxValues <= usualLimits.maxValues && maxDepth <= usualLimits.maxDepth
  return isUsual || isWithin(bytes, usualLimits)
}

/** Who waits if they send too much: an organization, or an address without one. */
const ownerOf = ({ caller, ip }: FastifyRequest): string => caller?.organization.id ?? ip

const largeBytes = 1_048_576
const maxLargeAtOnce = 4
const retryAfterSeconds = 5
const largeBodies = new Map<string, number>()

/** Refuses large bodies of an owner who is sending several, because each is held in memory until it is complete. */
export function takeLargeBody(request: FastifyRequest, reply: FastifyReply, owner = ownerOf(request)): void {
  const { 'content-length': length = Infinity } = request.headers
  if (limitsOf(request).maxBytes <= largeBytes || Number(length) <= largeBytes) return
  const count = largeBodies.get(owner) ?? 0
  if (count >= maxLargeAtOnce) {
    const message = `You are sending ${maxLargeAtOnce} large bodies already. Try again in ${retryAfterSeconds} s.`
    throw rateLimited(message, retryAfterSeconds)
  }
  largeBodies.set(owner, count + 1)
  reply.raw.once('close', () => {
    const left = largeBodies.get(owner)! - 1
    if (left > 0) largeBodies.set(owner, left)
    else largeBodies.delete(owner)
  })
}

const maxFields = 1000

/** The fields of a form. */
export function parseForm(text: string): URLSearchParams {
  let fields = 1
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1))
    if (++fields > maxFields)
      throw new Fault('payload_too_large', `body: has more than ${maxFields.toLocaleString('en')} fields`)
  return new URLSearchParams(text)
}

/** Whether the request has no body; then its content type does not matter. */
export async function isEmpty(body: Readable): Promise<boolean> {
  return await new Promise((resolve) => {
    body.once('data', () => resolve(false))
    body.once('end', () => resolve(true))
    body.once('close', () => resolve(false))
  })
}
