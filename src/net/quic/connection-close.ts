// Converts the close of a QUIC connection by the server to a sentence.
import { TargetDown } from '../../domain/outcome.ts'

/** The server closed the connection without an error, as servers do before a restart. */
export class ClosedWithoutError extends TargetDown {
  override name = 'ClosedWithoutError'
}

// QUIC carries TLS alerts as error codes from 0x100 on.
const alerts: Readonly<Record<number, string>> = {
  40: 'agreed on no common TLS settings',
  42: 'wants a client certificate that it can accept',
  70: 'does not speak TLS 1.3',
  112: 'has no certificate for the requested name',
  116: 'wants a client certificate that it can accept',
  120: 'does not speak HTTP/3',
}

const noError = 0x0100

export interface ConnectionClose {
  readonly code: number
  readonly isApplication: boolean
  /** The server's own text. */
  readonly reason: string
}

export function closeFailure({ code, isApplication, reason }: ConnectionClose, peer: string): TargetDown {
  const its = `${peer} closed the connection`
  if (isApplication && code === noError) return new ClosedWithoutError('connect', `${its} before it had answered`)
  const detail = reason === '' ? '' : `: ${reason.slice(0, 200)}`
  if (isApplication) return new TargetDown('other', `${its} with HTTP/3 error ${hex(code)}${detail}`)
  if (code < 0x0100 || code > 0x01ff) return new TargetDown('connect', `${its} with QUIC error ${hex(code)}${detail}`)
  const alert = alerts[code & 0xff]
  return new TargetDown('tls', `${peer} ${alert ?? `broke off the TLS handshake (alert ${code & 0xff}${detail})`}`)
}

function hex(code: number): string {
  return `0x${code.toString(16)}`
}
