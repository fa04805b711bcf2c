// Operations check their requests and responses themselves, so fastify needs no compilers of JSON schemas. It would
// load them at the start, which takes 6 MB.
import type { FastifyServerOptions } from 'fastify'

function refuse(): never {
  throw new Error('Routes have no JSON schemas: an operation checks its own requests and responses.')
}

export const noSchemas: FastifyServerOptions['schemaController'] = {
  compilersFactory: { buildValidator: refuse, buildSerializer: refuse },
}
