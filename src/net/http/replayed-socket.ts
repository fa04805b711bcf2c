// A connection whose request was sent and whose response was read in part, for a client that believes it does both.
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

export class ReplayedSocket extends Duplex {
  readonly #socket: Socket
  #hasEnded = false

  /** `received` is what was read of the socket; `hasEnded` says that nothing follows. */
  constructor(socket: Socket, received: Buffer, hasEnded: boolean) {
    super()
    this.#socket = socket
    this.push(received)
    this.on('error', () => {})
    if (hasEnded) this.#end()
    socket.on('data', (piece) => this.push(piece) || socket.pause())
    socket.once('end', () => this.#end())
    socket.once('close', () => this.#end())
    socket.once('error', (error) => this.destroy(error))
  }

  override _read(): void {
    this.#socket.resume()
  }

  /** The request is on its way already. */
  override _write(_bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }

  #end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.push(null)
  }
}
