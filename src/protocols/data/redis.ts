// A small client of Redis and Valkey (RESP2), for commands whose reply is one value.
import { TargetDown } from '../../domain/outcome.ts'
import type { Lines } from '../lines.ts'
import { Refusal } from './reply.ts'

export class RedisClient {
  readonly #lines: Lines

  constructor(lines: Lines) {
    this.#lines = lines
  }

  /** The reply as text; null if there is no value. */
  async ask(...command: readonly string[]): Promise<string | null> {
    const parts = command.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`)
    this.#lines.connection.socket.write(`*${parts.length}\r\n${parts.join('')}`)
    const line = await this.#lines.next()
    const [kind, rest] = [line[0], line.slice(1)]
    if (kind === '+' || kind === ':') return rest
    if (kind === '-') throw new Refusal(/^[A-Z]+/.exec(rest)?.[0] ?? '', rest)
    const length = Number(rest)
    if (kind !== '$' || !Number.isInteger(length) || length < -1 || rest === '') throw this.#noProtocol()
    if (length === -1) return null
    const value = await this.#lines.bytes(length + 2)
    return value.toString('utf8', 0, length)
  }

  #noProtocol(): TargetDown {
    return new TargetDown('other', `${this.#lines.peer} does not speak the protocol of Redis`)
  }
}
