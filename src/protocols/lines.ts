// A peer that speaks in lines, as mail servers do. However much it says, no more is heard than a check may cost.
import { TargetDown } from '../domain/outcome.ts'
import { type NetConnection, peerName } from '../net/connect.ts'
import type { Net, SecureConnection } from '../net/index.ts'
import type { SecureOptions } from '../net/tls/secure.ts'
import { sendAndReceive } from '../net/send-receive.ts'

const maxLineBytes = 65_536
const maxBytes = 1_048_576
// Short lines cost more to read than the bytes they have.
const maxLines = 50_000

export class Lines {
  /** `192.0.2.1:25` */
  readonly peer: string
  #connection: NetConnection
  readonly #signal: AbortSignal
  #held: Buffer = Buffer.alloc(0)
  #heardBytes = 0
  #heardLines = 0

  constructor(connection: NetConnection, signal: AbortSignal) {
    this.peer = peerName(connection)
    this.#connection = connection
    this.#signal = signal
  }

  get connection(): NetConnection {
    return this.#connection
  }

  /** Goes on inside TLS. */
  async encrypt({ secure }: Pick<Net, 'secure'>, options: Omit<SecureOptions, 'signal'>): Promise<SecureConnection> {
    // What a stranger on the way slips in before the handshake would be read as if it came from inside it.
    if (this.#held.length > 0) throw new TargetDown('tls', `${this.peer} kept talking when TLS was to begin`)
    const encrypted = await secure(this.#connection, { ...options, signal: this.#signal })
    this.#connection = encrypted
    return encrypted
  }

  say(...lines: readonly string[]): void {
    if (lines.some((line) => /[\r\n\0]/.test(line))) throw new Error('what is said in one line must be one line')
    this.#connection.socket.write(lines.map((line) => `${line}\r\n`).join(''))
  }

  /** The next line, without its end. */
  async next(signal = this.#signal): Promise<string> {
    let searched = 0
    for (;;) {
      const end = this.#held.indexOf(10, searched)
      if (end !== -1) return this.#takeLine(end)
      searched = this.#held.length
      if (searched > maxLineBytes) throw new TargetDown('other', `${this.peer} sent a line without an end`)
      await this.#listen(signal)
    }
  }

  /** Reads over so many bytes. */
  async skip(count: number): Promise<void> {
    let left = count
    while (left > this.#held.length) {
      left -= this.#take(this.#held.length).length
      await this.#listen(this.#signal)
    }
    this.#take(left)
  }

  #takeLine(end: number): string {
    this.#heardLines += 1
    if (this.#heardLines > maxLines) throw new TargetDown('other', `${this.peer} said more than ${maxLines} lines`)
    const line = this.#take(end + 1).toString('utf8', 0, end)
    return line.endsWith('\r') ? line.slice(0, -1) : line
  }

  #take(count: number): Buffer {
    const taken = this.#held.subarray(0, count)
    this.#held = this.#held.subarray(count)
    return taken
  }

  async #listen(signal: AbortSignal): Promise<void> {
    let came = false
    const take = (chunk: Buffer): true => {
      came = true
      this.#heardBytes += chunk.length
      this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
      return true
    }
    await sendAndReceive(this.#connection, { take, signal })
    if (!came) throw new TargetDown('connect', `${this.peer} closed the connection in the middle of the conversation`)
    if (this.#heardBytes > maxBytes) throw new TargetDown('other', `${this.peer} said more than 1 MiB`)
  }
}
