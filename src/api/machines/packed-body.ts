// JSON bodies of programs that may send them packed. The limit counts what is unpacked.
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { Fault } from '../../domain/fault.ts'
import { storable } from '../../domain/database/storable.ts'
import { readJson } from '../json-body.ts'

const unpack = promisify(gunzip)

interface BodyLimit {
  readonly maxBytes: number
  /** What to say about a larger body. */
  readonly tooLarge: string
}

export async function packedJson({ body, headers }: FastifyRequest, limit: BodyLimit): Promise<unknown> {
  if (!Buffer.isBuffer(body)) throw new Fault('invalid_request', 'body: Required')
  const bytes = await unpacked(body, headers['content-encoding'], limit)
  const [error, value] = readJson(bytes)
  if (error) throw error
  // A machine repeats what its targets say; one text that cannot be stored must not cost the whole report.
  return bytes.includes('\\u') ? storable(value) : value
}

async function unpacked(body: Buffer, encoding = 'identity', { maxBytes, tooLarge }: BodyLimit): Promise<Buffer> {
  if (encoding === 'identity') return body
  if (encoding !== 'gzip') throw new Fault('invalid_request', 'Content-Encoding: must be gzip or absent')
  return unpack(body, { maxOutputLength: maxBytes }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') throw new Fault('payload_too_large', tooLarge)
    throw new Fault('invalid_request', 'body: is not valid gzip')
  })
}
