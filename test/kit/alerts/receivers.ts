// Receivers of alerts that record every attempt. They accept or refuse as the test says.
import { type ChannelKind, DeliveryFailed } from '../../../src/channels/define.ts'
import { channelKind } from '../../../src/channels/index.ts'
import type { Alert } from '../../../src/domain/notifying/alert.ts'
import type { ReplyAction } from '../../../src/domain/notifying/reply.ts'
import type { FakeClock } from '../clock.ts'

/** An attempt to send one message. */
export interface SendAttempt {
  readonly at: Date
  readonly channelId: number
  readonly config: Readonly<Record<string, unknown>>
  readonly alert: Alert
  /** The addresses of the recipients, sorted, if it was sent to people by name. */
  readonly addresses: readonly string[]
  /** The token of its link for an action; null if the message has no links. */
  readonly linkFor: ((action: ReplyAction) => string) | null
  readonly isAccepted: boolean
}

export interface Receivers {
  readonly attempts: readonly SendAttempt[]
  /** Decides which attempts fail; by default all are accepted. */
  refuse(channelId: number, refuses: (alert: Alert) => boolean): void
  kindOf(type: string): ChannelKind | undefined
}

/** The config with which a channel of a test reaches its receiver. */
export const receiverConfig = (channelId: number) => ({
  url: 'https://receiver.example/',
  host: 'mail.example.com',
  receiver: channelId,
})

export function createReceivers(clock: FakeClock): Receivers {
  const attempts: SendAttempt[] = []
  const refusals = new Map<number, (alert: Alert) => boolean>()
  const send: ChannelKind['send'] = async (alert, config, { people, reply }) => {
    const channelId = Number(config['receiver'])
    const isAccepted = !refusals.get(channelId)?.(alert)
    attempts.push({
      at: clock.now(),
      channelId,
      config,
      alert,
      addresses: people.map(({ email }) => email).toSorted(),
      linkFor: reply && ((action) => reply.link(action).split('/').at(-1)!),
      isAccepted,
    })
    if (!isAccepted) throw new DeliveryFailed('answered 500', { httpStatus: 500 })
    return { httpStatus: 200 }
  }
  return {
    attempts,
    refuse: (channelId, refuses) => void refusals.set(channelId, refuses),
    kindOf(type) {
      const kind = channelKind(type)
      return kind && { ...kind, recipient: () => null, send }
    },
  }
}
