// Routes that get their bodies as bytes: packed, signed, or of any type.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { methodNotAllowed } from './errors.ts'
import { type ErrorFormat, sendError } from './respond.ts'

interface RawRoutes {
  /** The accepted content type; any if omitted. */
  readonly contentType?: string
  readonly format: ErrorFormat
  addRoutes(scope: FastifyInstance): void
}

export function serveRawBodies(app: FastifyInstance, { contentType = '*', format, addRoutes }: RawRoutes): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(contentType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error, request, reply) => sendError(format, error, { request, reply }))
    addRoutes(scope)
  })
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']

/** What an address rejects by itself; Fastify adds HEAD to GET. */
export const methodsExcept = (served: readonly string[]): string[] =>
  methods.filter((method) => !served.includes(method))

/** Responds with 405 to the methods that this address does not serve, before their bodies are read. */
export function rejectOtherMethods(scope: FastifyInstance, url: string, served: readonly string[]): void {
  const allow = served.join(', ')
  const reject = async ({ method }: FastifyRequest): Promise<void> => {
    throw methodNotAllowed(method, allow)
  }
  scope.route({ method: methodsExcept(served), url, onRequest: reject, handler: reject })
}
