// Sending bytes on an open connection and receiving the reply.
import { type NetConnection, peerName } from './connect.ts'
import { attempt } from './deadline.ts'
import { failure } from './failure.ts'

export interface SendReceiveOptions {
  /** Sent first, when there is something to send. */
  readonly payload?: Uint8Array
  /** Receives the reply as it arrives; true ends the wait. */
  take(chunk: Buffer): boolean
  readonly signal: AbortSignal
}

/** Settles when the reply is complete or the peer has closed. */
export function sendAndReceive(
  connection: NetConnection,
  { payload, take, signal }: SendReceiveOptions,
): Promise<void> {
  const { socket } = connection
  const phase = 'waiting for a reply'
  return attempt(signal, phase, (done, fail) => {
    const onData = (chunk: Buffer): void => {
      try {
        if (take(chunk)) done()
      } catch (error) {
        fail(error as Error)
      }
    }
    const onEnd = (): void => done()
    const peer = peerName(connection)
    const onError = (error: Error): void => fail(failure(error, { peer, phase, cause: 'connect' }))
    socket.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onError)
    if (socket.destroyed) done()
    else if (payload && payload.length > 0) socket.write(payload)
    // The previous reply left the socket paused.
    socket.resume()
    return () => void socket.pause().off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onError)
  })
}

/** Settles when everything is written. */
export function send(connection: NetConnection, payload: Uint8Array, signal: AbortSignal): Promise<void> {
  const phase = 'sending'
  return attempt(signal, phase, (done, fail) => {
    connection.socket.write(payload, (error) => {
      if (error) fail(failure(error, { peer: peerName(connection), phase, cause: 'connect' }))
      else done()
    })
    return () => {}
  })
}
