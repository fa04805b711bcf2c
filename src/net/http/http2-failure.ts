// Converts HTTP/2 errors to sentences.
import { TargetDown } from '../../domain/outcome.ts'
import { type NetConnection, peerName } from '../connect.ts'
import { failure } from '../failure.ts'

/** The server has chosen HTTP/2 and requires HTTP/1.1 for this request. */
export class Http1Required extends Error {
  override name = 'Http1Required'
}

/** Responses with more headers are rejected. */
export const maxHeaderPairs = 2000

// By number (RFC 9113, section 7).
const codes = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
]
// Either side ends unreadable streams with these codes, and Node does not say which one did.
const unreadable = new Set([
  'PROTOCOL_ERROR',
  'FLOW_CONTROL_ERROR',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'COMPRESSION_ERROR',
])

interface Http2State {
  readonly connection: NetConnection
  readonly phase: string
  readonly resetCode: number | undefined
}

/** Without an error, the response ended too early. */
export function http2Failure(
  error: NodeJS.ErrnoException | null,
  { connection, phase, resetCode = 0 }: Http2State,
): Error {
  const peer = peerName(connection)
  if (!error) return new TargetDown('connect', `${peer} broke off the connection (while ${phase})`)
  const { code = '', message } = error
  if (code === 'ERR_HTTP2_STREAM_ERROR' || code === 'ERR_HTTP2_SESSION_ERROR') {
    const name = codes[resetCode] ?? `0x${resetCode.toString(16)}`
    return resetFailure(name, { connection, phase, cause: error })
  }
  if (!code.startsWith('ERR_HTTP2_')) return failure(error, { peer, phase, cause: 'connect' })
  return new TargetDown('other', `what ${peer} answered is not HTTP/2 (${message})`, { cause: error })
}

interface Reset {
  readonly connection: NetConnection
  readonly phase: string
  readonly cause: Error
}

function resetFailure(name: string, { connection, phase, cause }: Reset): Error {
  const peer = peerName(connection)
  if (name === 'HTTP_1_1_REQUIRED') return new Http1Required(`${peer} wants HTTP/1.1`, { cause })
  // Node sends this code itself for too many headers, each of at least a byte; a server that sends it needs fewer.
  if (name === 'ENHANCE_YOUR_CALM' && connection.socket.bytesRead >= maxHeaderPairs)
    return new TargetDown('other', `the answer has more than ${maxHeaderPairs} headers`, { cause })
  if (unreadable.has(name))
    return new TargetDown('other', `HTTP/2 with ${peer} failed with ${name} (while ${phase})`, { cause })
  return new TargetDown('connect', `${peer} broke off the answer with HTTP/2 error ${name} (while ${phase})`, { cause })
}
