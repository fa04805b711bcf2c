// The conversation on an open WebSocket: a message, a ping, what comes back, and a proper goodbye.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../domain/clock.ts'
import { TargetDown } from '../domain/outcome.ts'
import { peerName } from '../net/connect.ts'
import { attempt } from '../net/deadline.ts'
import { failure } from '../net/failure.ts'
import type { Connection } from '../net/index.ts'
import { type Message, type MessageKind, MessageReader, encodeMessage } from './websocket-frames.ts'

export interface TalkPlan {
  readonly say: { readonly kind: 'text' | 'binary'; readonly payload: Buffer } | null
  readonly sendPing: boolean
  /** Says of a message whether it is the one waited for; null when none is. */
  readonly isWanted: ((text: string) => boolean) | null
  readonly maxMessages: number
  readonly acceptedCloseCodes: readonly number[]
  /** Time for all of it, the goodbye included. */
  readonly withinMs: number
}

/** Filled in as it goes, so that a talk that breaks off can still be told. */
export interface Heard {
  messages: number
  bytes: number
  firstMessageMs: number | null
  first: string | null
  isMatched: boolean
  pingMs: number | null
  /** 0 when the server sent none. */
  closeCode: number
}

export function newHeard(): Heard {
  return { messages: 0, bytes: 0, firstMessageMs: null, first: null, isMatched: false, pingMs: null, closeCode: 0 }
}

const maxBytes = 1_048_576
const shownLength = 1024
/** How long a server gets to answer when nothing says what it should answer. */
const replyMs = 5000
const goodbyeMs = { least: 200, most: 1000 }
const noCode = 1005

export function talk(connection: Connection, head: Buffer, plan: TalkPlan, heard: Heard, { signal, clock }: { signal: AbortSignal; clock: Clock }): Promise<void> {
  const { socket } = connection
  const phase = 'waiting for messages'
  return attempt<void>(signal, phase, (done, fail) => {
    const reader = new MessageReader(maxBytes)
    const start = clock.monotonicMs()
    const pingPayload = randomBytes(8)
    let isLeaving = false
    const listenMs = Math.max(0, plan.withinMs - goodbyeMs.least)
    let callOff = clock.after(plan.isWanted || !plan.say ? listenMs : Math.min(listenMs, replyMs), () => leave())

    const send = (kind: MessageKind, payload: Uint8Array): void => void socket.write(encodeMessage(kind, payload))
    const leave = (): void => {
      if (isLeaving) return
      isLeaving = true
      callOff()
      callOff = clock.after(Math.min(goodbyeMs.most, plan.withinMs - (clock.monotonicMs() - start)), done)
      send('close', Buffer.from([0x03, 0xe8]))
    }
    const hasEnough = (): boolean => {
      if (heard.messages >= plan.maxMessages || reader.isFull) return true
      if (plan.sendPing && heard.pingMs === null) return false
      return plan.isWanted ? heard.isMatched : !plan.say || heard.messages > 0
    }
    const onMessage = ({ kind, payload }: Message): void => {
      if (kind === 'ping') send('pong', payload)
      if (kind === 'pong' && payload.equals(pingPayload)) heard.pingMs ??= clock.monotonicMs() - start
      if (kind === 'close') return onClose(payload)
      if ((kind === 'text' || kind === 'binary') && !isLeaving && heard.messages < plan.maxMessages)
        listen(payload, plan, heard, clock.monotonicMs() - start)
    }
    const onClose = (payload: Buffer): void => {
      heard.closeCode = payload.length >= 2 ? payload.readUInt16BE(0) : noCode
      if (isLeaving || isAccepted(heard.closeCode, plan)) return done()
      const reason = payload.subarray(2).toString('utf8')
      fail(new TargetDown('other', `the server closed the WebSocket with code ${heard.closeCode}${reason ? ` (${reason})` : ''}`))
    }
    const onData = (chunk: Buffer): void => {
      try {
        reader.push(chunk).forEach(onMessage)
        if (hasEnough()) leave()
      } catch (error) {
        fail(error as Error)
      }
    }
    const onGone = (): void => {
      if (isLeaving) done()
      else fail(new TargetDown('connect', `${peerName(connection)} broke off the connection (while ${phase})`))
    }
    const onError = (error: Error): void => (isLeaving ? done() : fail(failure(error, { peer: peerName(connection), phase, cause: 'connect' })))

    socket.on('data', onData).on('end', onGone).on('close', onGone).on('error', onError)
    if (plan.say) send(plan.say.kind, plan.say.payload)
    if (plan.sendPing) send('ping', pingPayload)
    if (head.length > 0) onData(head)
    else if (hasEnough()) leave()
    return () => {
      callOff()
      socket.off('data', onData).off('end', onGone).off('close', onGone).off('error', onError)
    }
  })
}

function listen(payload: Buffer, plan: TalkPlan, heard: Heard, afterMs: number): void {
  const text = payload.toString('utf8')
  heard.messages += 1
  heard.bytes += payload.length
  heard.firstMessageMs ??= afterMs
  heard.first ??= text.slice(0, shownLength)
  heard.isMatched ||= plan.isWanted?.(text) ?? false
}

function isAccepted(code: number, { acceptedCloseCodes }: TalkPlan): boolean {
  return acceptedCloseCodes.includes(code === noCode ? 1000 : code)
}
