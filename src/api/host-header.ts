import type { IncomingMessage } from 'node:http'
import { Fault } from '../domain/fault.ts'

/** A proxy may use another one of two Host headers than Node, which keeps the first. */
export function hostFault({ headers, rawHeaders, httpVersion }: IncomingMessage): Fault | undefined {
  if (headers.host === undefined)
    return httpVersion === '1.1' ? new Fault('invalid_request', 'Host: Required') : undefined
  if (countHosts(rawHeaders) === 1) return undefined
  return new Fault('invalid_request', 'Host: must be sent once', { connection: 'close' })
}

/** Names have even indexes, each followed by its value. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let n = 0; n < rawHeaders.length; n += 2) if (/^host$/i.test(rawHeaders[n]!)) hosts++
  return hosts
}
