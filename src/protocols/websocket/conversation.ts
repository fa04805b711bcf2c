// A conversation on an open WebSocket: sends a message or ping, reads the response, and closes properly.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../domain/clock.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { peerName } from '../../net/connect.ts'
import { attempt } from '../../net/deadline.ts'
import { failure } from '../../net/failure.ts'
import type { Connection } from '../../net/index.ts'
import { type WebSocketMessage, type MessageKind, MessageReader, encodeMessage } from './frames.ts'

export interface TalkPlan {
  readonly say: { readonly kind: 'text' | 'binary'; readonly payload: Buffer } | null
  readonly sendPing: boolean
  /** Returns whether a message is the expected one; null when none is expected. */
  readonly isWanted: ((text: string) => boolean) | null
  readonly maxMessages: number
  readonly acceptedCloseCodes: readonly number[]
  /** Time for all of it, the closing handshake included. */
  readonly withinMs: number
}

/** Filled in as it goes, so that a broken conversation can still be reported. */
export interface WebSocketTranscript {
  messages: number
  bytes: number
  firstMessageMs: number | null
  first: string | null
  isMatched: boolean
  pingMs: number | null
  /** 0 when the server sent none. */
  closeCode: number
}

export function newTranscript(): WebSocketTranscript {
  return { messages: 0, bytes: 0, firstMessageMs: null, first: null, isMatched: false, pingMs: null, closeCode: 0 }
}

const phase = 'waiting for messages'
const limits = { maxBytes: 1_048_576, maxFrames: 10_000 }
const maxShownLength = 1024
/** How long to wait for a response when none in particular is expected. */
const replyMs = 5000
const goodbyeMs = { least: 200, most: 1000 }
const noCode = 1005

export interface TalkOptions {
  readonly connection: Connection
  /** Bytes that arrived together with the handshake. */
  readonly head: Buffer
  readonly plan: TalkPlan
  readonly transcript: WebSocketTranscript
  readonly clock: Clock
  readonly signal: AbortSignal
}

export function talk(options: TalkOptions): Promise<void> {
  return attempt<void>(options.signal, phase, (done, fail) => {
    const conversation = new WebSocketConversation(options, done, fail)
    conversation.begin(options.head)
    return () => conversation.end()
  })
}

class WebSocketConversation {
  readonly #connection: Connection
  readonly #plan: TalkPlan
  readonly #transcript: WebSocketTranscript
  readonly #clock: Clock
  readonly #done: () => void
  readonly #fail: (error: Error) => void
  readonly #reader = new MessageReader(limits)
  readonly #ping = randomBytes(8)
  readonly #start: number
  #isLeaving = false
  #cancelTimer: (() => void) | undefined

  constructor({ connection, plan, transcript, clock }: TalkOptions, done: () => void, fail: (error: Error) => void) {
    this.#connection = connection
    this.#plan = plan
    this.#transcript = transcript
    this.#clock = clock
    this.#start = clock.monotonicMs()
    this.#done = done
    this.#fail = fail
  }

  begin(head: Buffer): void {
    const { say, sendPing, isWanted, withinMs } = this.#plan
    const listenMs = Math.max(0, withinMs - goodbyeMs.least)
    this.#cancelTimer = this.#clock.after(say && !isWanted ? Math.min(listenMs, replyMs) : listenMs, () =>
      this.#leave(),
    )
    const { socket } = this.#connection
    socket.setNoDelay(true)
    socket.on('data', this.#onData).on('end', this.#onGone).on('close', this.#onGone).on('error', this.#onError)
    if (say) this.#send(say.kind, say.payload)
    if (sendPing) this.#send('ping', this.#ping)
    this.#onData(head)
  }

  end(): void {
    this.#cancelTimer?.()
    const { socket } = this.#connection
    socket.off('data', this.#onData).off('end', this.#onGone).off('close', this.#onGone).off('error', this.#onError)
  }

  #onData = (chunk: Buffer): void => {
    try {
      for (const message of this.#reader.push(chunk)) this.#take(message)
      if (this.#hasEnough()) this.#leave()
      // A full reader would miss the close frame too, and an unread server cannot fill our memory.
      if (this.#reader.isFull) this.#stopReading()
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  #onGone = (): void =>
    this.#break(new TargetDown('connect', `${peerName(this.#connection)} broke off the connection (while ${phase})`))

  #onError = (error: Error): void =>
    this.#break(failure(error, { peer: peerName(this.#connection), phase, cause: 'connect' }))

  #break(error: Error): void {
    if (this.#isLeaving) this.#done()
    else this.#fail(error)
  }

  #take({ kind, payload }: WebSocketMessage): void {
    if (kind === 'ping') this.#answerPing(payload)
    else if (kind === 'pong') this.#transcript.pingMs ??= payload.equals(this.#ping) ? this.#elapsedMs() : null
    else if (kind === 'close') this.#takeClose(payload)
    else if (!this.#isLeaving && this.#transcript.messages < this.#plan.maxMessages) this.#listen(payload)
  }

  /** Nothing may be sent after our close frame. */
  #answerPing(payload: Buffer): void {
    if (!this.#isLeaving) this.#send('pong', payload)
  }

  #stopReading(): void {
    this.#connection.socket.pause()
    this.#done()
  }

  #listen(payload: Buffer): void {
    const transcript = this.#transcript
    const text = payload.toString('utf8')
    transcript.messages += 1
    transcript.bytes += payload.length
    transcript.firstMessageMs ??= this.#elapsedMs()
    transcript.first ??= text.slice(0, maxShownLength)
    transcript.isMatched ||= this.#plan.isWanted?.(text) ?? false
  }

  #takeClose(payload: Buffer): void {
    const code = payload.length >= 2 ? payload.readUInt16BE(0) : noCode
    this.#transcript.closeCode = code
    if (this.#isLeaving || this.#plan.acceptedCloseCodes.includes(code === noCode ? 1000 : code)) return this.#done()
    const reason = payload.subarray(2).toString('utf8')
    this.#fail(new TargetDown('other', `the server closed the WebSocket with code ${code}${reason && ` (${reason})`}`))
  }

  #hasEnough(): boolean {
    const { messages, pingMs, isMatched } = this.#transcript
    const { maxMessages, sendPing, isWanted, say } = this.#plan
    if (messages >= maxMessages || this.#reader.isFull) return true
    if (sendPing && pingMs === null) return false
    return isWanted ? isMatched : !say || messages > 0
  }

  #leave(): void {
    if (this.#isLeaving) return
    this.#isLeaving = true
    this.#cancelTimer?.()
    this.#cancelTimer = this.#clock.after(Math.min(goodbyeMs.most, this.#plan.withinMs - this.#elapsedMs()), this.#done)
    this.#send('close', Buffer.from([0x03, 0xe8]))
  }

  #send(kind: MessageKind, payload: Uint8Array): void {
    this.#connection.socket.write(encodeMessage(kind, payload))
  }

  #elapsedMs(): number {
    return this.#clock.monotonicMs() - this.#start
  }
}
