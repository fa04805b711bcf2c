// JSON bodies of programs that may send them packed. The limits count what is unpacked.
import type { FastifyRequest } from 'fastify'
import { Fault } from '../../domain/fault.ts'
import { parseJson } from '../../domain/limits/json-limits.ts'
import { unpackAtMost } from '../../domain/limits/unpack.ts'
import { limitsOf } from '../bodies.ts'
import { storableFrom } from '../../domain/database/storable.ts'

export interface PackedBody {
  readonly bytes: Buffer
  readonly isPacked: boolean
}

export function packedBodyOf({ body, headers }: FastifyRequest): PackedBody {
  if (!Buffer.isBuffer(body)) throw new Fault('invalid_request', 'body: Required')
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity' && encoding !== 'gzip')
    throw new Fault('invalid_request', 'Content-Encoding: must be gzip or absent')
  return { bytes: body, isPacked: encoding === 'gzip' }
}

/** `tooLarge` is what to say about a body that is larger than its endpoint allows. */
export async function packedJson(request: FastifyRequest, tooLarge: string): Promise<unknown> {
  const limits = limitsOf(request)
  const { bytes, isPacked } = packedBodyOf(request)
  const unpacked = isPacked ? await unpackAtMost(bytes, limits.maxBytes) : bytes
  if (unpacked === null) throw new Fault('payload_too_large', tooLarge)
  return storableFrom(unpacked, parseJson(unpacked, limits))
}
