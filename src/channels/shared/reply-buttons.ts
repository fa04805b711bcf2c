// The buttons under an alert, and what a click leaves of them.
import type { Alert, AlertKind } from '../../domain/notifying/alert.ts'
import type { ReplyAction, ReplyResult } from '../../domain/notifying/reply.ts'
import { say } from './alert-words.ts'
import { actionLabels } from './reply-links.ts'
import { DeliveryFailed, type Receipt, type SendContext } from '../define.ts'

export const buttonActions = ['acknowledge', 'resolve', 'mute'] as const satisfies readonly ReplyAction[]
export type ButtonAction = (typeof buttonActions)[number]

export interface ReplyButton {
  readonly action: ButtonAction
  readonly label: string
  readonly token: string
}

const offered: Readonly<Record<AlertKind, readonly ButtonAction[]>> = {
  firing: buttonActions,
  acknowledged: ['resolve', 'mute'],
  resolved: [],
}

/** Updates and combined messages have none: they are not about one incident. */
export function replyButtons(alert: Alert, { reply }: Pick<SendContext, 'reply'>): ReplyButton[] {
  if (!reply || alert.isUpdate || alert.missed) return []
  return offered[alert.kind].map((action) => ({
    action,
    label: say(alert, actionLabels[action]),
    token: reply.token(action),
  }))
}

/** Whether everybody sees the result in the message. Otherwise only the person who clicked sees it. */
export const isForEverybody = ({ outcome }: ReplyResult): boolean =>
  outcome === 'done' || outcome === 'already' || outcome === 'resolved'

/** Whether a button still has a use after a click. */
export function isLeft(action: string, { action: clicked, outcome }: ReplyResult): boolean {
  return outcome !== 'resolved' && clicked !== 'resolve' && action !== clicked
}

interface MessageUpdate {
  update(messageId: string): Promise<Receipt>
  /** Matches the error of a receiver that no longer has the message, or does not let it change. */
  readonly gone: RegExp
}

/**
 * Changes the messages that announced the incident. Failures count only for acknowledgements, because every other alert
 * is also sent as a message.
 */
export async function updateEarlier(
  { kind }: Alert,
  { earlierMessages }: Pick<SendContext, 'earlierMessages'>,
  { update, gone }: MessageUpdate,
): Promise<Receipt> {
  let receipt: Receipt = { httpStatus: null }
  for (const id of earlierMessages) {
    try {
      const { httpStatus } = await update(id)
      receipt = { httpStatus }
    } catch (error) {
      if (!(error instanceof DeliveryFailed)) throw error
      if (kind === 'acknowledged' && !gone.test(error.message)) throw error
    }
  }
  return receipt
}
