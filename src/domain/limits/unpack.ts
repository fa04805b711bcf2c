import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Fault } from '../fault.ts'

const unpackGzip = promisify(gunzip)

/** Null if it is larger when unpacked. */
export function unpackAtMost(bytes: Buffer, maxBytes: number): Promise<Buffer | null> {
  return unpackGzip(bytes, { maxOutputLength: maxBytes }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') return null
    throw new Fault('invalid_request', 'body: is not valid gzip')
  })
}
