// Converts an HTTP request to a call of an operation.
import type { FastifyRequest } from 'fastify'
import type { OperationCall } from '../operations/registry/call.ts'
import type { Operation } from '../operations/registry/define.ts'

export function operationRequest(
  operation: Operation,
  request: FastifyRequest,
  entry: Pick<OperationCall, 'via' | 'visit'>,
): OperationCall {
  const key = request.headers['idempotency-key']
  return {
    operation,
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    body: request.body,
    path: request.url,
    idempotencyKey: Array.isArray(key) ? key.join(', ') : key,
    ...entry,
  }
}
