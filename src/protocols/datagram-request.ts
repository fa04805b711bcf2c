// A request in one datagram. What comes back may belong to another request or to nobody, so it is read until it fits.
import { type Cause, TargetDown } from '../domain/outcome.ts'
import type { Net } from '../net/index.ts'
import type { DatagramOptions } from '../net/packets/datagram.ts'

interface DatagramRequest<T> extends Pick<DatagramOptions, 'host' | 'port' | 'ipVersion' | 'signal' | 'payload'> {
  /** Null for a response that does not belong to the request. */
  read(response: Buffer): T | null
  /** The failure if there are only such responses. */
  readonly foreign: { readonly cause: Cause; readonly message: string }
}

interface DatagramReply<T> {
  readonly reply: T
  readonly address: string
  readonly afterMs: number
}

// Servers recognize a repeated request.
const repeatMs = 2000

export async function requestDatagram<T>(
  { datagram }: Pick<Net, 'datagram'>,
  { read, foreign, ...options }: DatagramRequest<T>,
): Promise<DatagramReply<T>> {
  let found: { reply: T; afterMs: number } | undefined
  let hasForeign = false
  const take = (response: Buffer, afterMs: number): boolean => {
    const reply = read(response)
    if (reply === null) hasForeign = true
    else found = { reply, afterMs }
    return reply !== null
  }
  try {
    const { address } = await datagram({ ...options, take, repeatMs, quietMs: null })
    if (found) return { ...found, address }
  } catch (error) {
    const isSilence = error instanceof TargetDown && error.reason === 'timeout'
    if (!isSilence || !hasForeign) throw error
  }
  throw new TargetDown(foreign.cause, foreign.message)
}
