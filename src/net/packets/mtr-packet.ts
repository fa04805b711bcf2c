// All path probes share one mtr-packet process, which runs while it is needed.
import type { Clock } from '../../domain/clock.ts'
import { type RunningProgram, startProgram } from './program.ts'

/** One probe to send, with the handler of its response. */
export interface ProbeCommand {
  /** The arguments of `send-probe`. */
  readonly args: string
  /** Handles the response; false means that it belongs to another probe, and this one has to be sent again. */
  onResponse(kind: string, words: readonly string[]): boolean
  fail(error: Error): void
}

// Each TCP probe is a socket in a program that can watch no more than 1024.
const maxInFlight = 500
const idleMs = 5000
const maxToken = 2 ** 31 - 1

export class MtrPacket {
  readonly #clock: Clock
  readonly #path: string | undefined
  /** By token. An abandoned probe keeps its slot until its response arrives. */
  readonly #inFlight = new Map<number, ProbeCommand | null>()
  readonly #queue = new Set<ProbeCommand>()
  #running: RunningProgram | null = null
  #token = 0
  #cancelTimer: (() => void) | undefined

  constructor(clock: Clock, path: string | undefined) {
    this.#clock = clock
    this.#path = path
  }

  /** Returns a function that abandons the probe. */
  send(command: ProbeCommand): () => void {
    this.#queue.add(command)
    this.#sendQueued()
    return () => this.#giveUp(command)
  }

  #sendQueued(): void {
    this.#cancelTimer?.()
    for (const command of this.#queue) {
      if (this.#inFlight.size >= maxInFlight) return
      this.#queue.delete(command)
      this.#token = this.#token === maxToken ? 1 : this.#token + 1
      this.#inFlight.set(this.#token, command)
      this.#running ??= this.#start()
      this.#running.write(`${this.#token} send-probe ${command.args}`)
    }
    if (this.#inFlight.size === 0) this.#cancelTimer = this.#clock.after(idleMs, () => this.#stop())
  }

  #giveUp(command: ProbeCommand): void {
    if (this.#queue.delete(command)) return
    for (const [token, other] of this.#inFlight) if (other === command) this.#inFlight.set(token, null)
  }

  #start(): RunningProgram {
    return startProgram({
      name: 'mtr-packet',
      path: this.#path,
      package: 'mtr-tiny',
      args: [],
      successCodes: [],
      onLine: (line) => this.#readResponse(line),
      onEnd: (problem) => this.#failAll(problem ?? new Error('mtr-packet ended')),
    })
  }

  #stop(): void {
    this.#running?.kill()
    this.#running = null
  }

  #failAll(problem: Error): void {
    this.#running = null
    const lost = [...this.#inFlight.values()]
    this.#inFlight.clear()
    for (const command of lost) command?.fail(problem)
    this.#sendQueued()
  }

  #readResponse(line: string): void {
    const [token = '', kind = '', ...words] = line.split(' ')
    const command = this.#inFlight.get(Number(token))
    if (!this.#inFlight.delete(Number(token))) return
    if (command && !command.onResponse(kind, words)) this.#queue.add(command)
    this.#sendQueued()
  }
}
