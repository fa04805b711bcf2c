import type { Socket } from 'node:net'
import { Fault } from '../domain/fault.ts'
import { errorBody, jsonType } from './errors.ts'
import { commonHeaders, securityHeaders, uncounted } from './headers.ts'

/** Node could not read the request at all, so there is no request object to answer through. */
export function rejectBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const words: Record<string, string> = {
    HPE_HEADER_OVERFLOW: 'The request headers are too large',
    ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive',
  }
  const { json } = errorBody(
    new Fault('invalid_request', words[error.code ?? ''] ?? 'Malformed HTTP request'),
    undefined,
  )
  const headers = {
    ...commonHeaders(uncounted),
    ...securityHeaders(''),
    'content-type': jsonType,
    'content-length': `${Buffer.byteLength(json)}`,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('\r\n')}\r\n\r\n${json}`)
}
