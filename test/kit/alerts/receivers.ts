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
  /** Whether the sender knows; not if the receiver accepts it and answers too late. */
  readonly isConfirmed: boolean
}

/** What a receiver makes of an alert. */
export type Reception = 'accepts' | 'refuses' | 'answers too late'

export interface Receivers {
  readonly attempts: readonly SendAttempt[]
  /** Decides which attempts fail; by default all are accepted. */
  refuse(channelId: number, refuses: (alert: Alert) => boolean): void
  receive(channelId: number, reception: (alert: Alert) => Reception): void
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
  const receptions = new Map<number, (alert: Alert) => Reception>()
  const send: ChannelKind['send'] = async (alert, config, { people, reply }) => {
    const channelId = Number(config['receiver'])
    const reception = receptions.get(channelId)?.(alert) ?? 'accepts'
    attempts.push({
      at: clock.now(),
      channelId,
      config,
      alert,
      addresses: people.map(({ email }) => email).toSorted(),
      linkFor: reply && ((action) => reply.link(action).split('/').at(-1)!),
      isAccepted: reception !== 'refuses',
      isConfirmed: reception === 'accepts',
    })
    if (reception === 'refuses') throw new DeliveryFailed('answered 500', { httpStatus: 500 })
    if (reception === 'answers too late') throw new DeliveryFailed('no answer within 10 s', { uncertain: true })
    return { httpStatus: 200 }
  }
  return {
    attempts,
    refuse: (channelId, refuses) => void receptions.set(channelId, (alert) => (refuses(alert) ? 'refuses' : 'accepts')),
    receive: (channelId, reception) => void receptions.set(channelId, reception),
    kindOf(type) {
      const kind = channelKind(type)
      return kind && { ...kind, recipient: () => null, send }
    },
  }
}
