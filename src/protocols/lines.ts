// A protocol of lines or of packets with a length, read piece by piece. The amount of data read is bounded.
import { TargetDown } from '../domain/outcome.ts'
import { type NetConnection, peerName } from '../net/connect.ts'
import type { Net, SecureConnection } from '../net/index.ts'
import type { SecureOptions } from '../net/tls/secure.ts'
import { sendAndReceive } from '../net/send-receive.ts'

const maxLineBytes = 65_536
const maxBytes = 1_048_576
// Short lines and packets cost more to read than their bytes.
const maxPieces = 50_000
const maxChunks = 500

export class Lines {
  /** `192.0.2.1:25` */
  readonly peer: string
  #connection: NetConnection
  readonly #signal: AbortSignal
  #buffer: Buffer = Buffer.alloc(0)
  #receivedBytes = 0
  #receivedPieces = 0

  constructor(connection: NetConnection, signal: AbortSignal) {
    this.peer = peerName(connection)
    this.#connection = connection
    this.#signal = signal
  }

  get connection(): NetConnection {
    return this.#connection
  }

  /** Continues over TLS. */
  async encrypt({ secure }: Pick<Net, 'secure'>, options: Omit<SecureOptions, 'signal'>): Promise<SecureConnection> {
    // Data injected before the handshake would be read as if it came from inside TLS.
    if (this.#buffer.length > 0) throw new TargetDown('tls', `${this.peer} kept talking when TLS was to begin`)
    const encrypted = await secure(this.#connection, { ...options, signal: this.#signal })
    this.#connection = encrypted
    return encrypted
  }

  say(...lines: readonly string[]): void {
    if (lines.some((line) => /[\r\n\0]/.test(line))) throw new Error('what is said in one line must be one line')
    this.#connection.socket.write(lines.map((line) => `${line}\r\n`).join(''))
  }

  /** The next line, without its line end. */
  async next(signal = this.#signal): Promise<string> {
    let searched = 0
    for (;;) {
      const end = this.#buffer.indexOf(10, searched)
      if (end !== -1) return this.#takeLine(end)
      searched = this.#buffer.length
      if (searched > maxLineBytes) throw new TargetDown('other', `${this.peer} sent a line without an end`)
      await this.#listen(signal)
    }
  }

  /** The next bytes, exactly this many. */
  async bytes(count: number): Promise<Buffer> {
    if (count > maxBytes) throw this.#tooMuch()
    this.#countPiece()
    while (this.#buffer.length < count) await this.#listen(this.#signal, count)
    return this.#take(count)
  }

  /** Skips this many bytes. */
  async skip(count: number): Promise<void> {
    let left = count
    while (left > this.#buffer.length) {
      left -= this.#take(this.#buffer.length).length
      await this.#listen(this.#signal)
    }
    this.#take(left)
  }

  #takeLine(end: number): string {
    this.#countPiece()
    const line = this.#take(end + 1).toString('utf8', 0, end)
    return line.endsWith('\r') ? line.slice(0, -1) : line
  }

  #take(count: number): Buffer {
    const chunk = this.#buffer.subarray(0, count)
    this.#buffer = this.#buffer.subarray(count)
    return chunk
  }

  #countPiece(): void {
    this.#receivedPieces += 1
    if (this.#receivedPieces > maxPieces)
      throw new TargetDown('other', `${this.peer} said more than ${maxPieces} lines or packets`)
  }

  /** Receives until the buffer has this many bytes. */
  async #listen(signal: AbortSignal, wantedBytes = this.#buffer.length + 1): Promise<void> {
    const chunks = [this.#buffer]
    let length = this.#buffer.length
    const take = (chunk: Buffer): boolean => {
      this.#receivedBytes += chunk.length
      if (this.#receivedBytes > maxBytes) throw this.#tooMuch()
      length += chunk.length
      chunks.push(chunk)
      // A buffer for each of many small chunks would take a hundred times their bytes.
      if (chunks.length > maxChunks) chunks.splice(0, chunks.length, Buffer.concat(chunks))
      return length >= wantedBytes
    }
    try {
      await sendAndReceive(this.#connection, { take, signal })
    } finally {
      this.#buffer = chunks[0]!.length === 0 && chunks.length === 2 ? chunks[1]! : Buffer.concat(chunks)
    }
    if (length < wantedBytes)
      throw new TargetDown('connect', `${this.peer} closed the connection in the middle of the conversation`)
  }

  #tooMuch(): TargetDown {
    return new TargetDown('other', `${this.peer} said more than 1 MiB`)
  }
}
