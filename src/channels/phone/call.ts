// A phone call as all voice channels make it: whom it reaches, what it says, and what a key or its end means.
import { choice, list } from '../../domain/field.ts'
import type { ReplyAction } from '../../domain/notifying/reply.ts'
import type { CallbackResult, SendContext, UnreachedPage } from '../define.ts'
import { phoneNumber } from './telephone.ts'

export const callFields = {
  to: list(phoneNumber, {
    help: 'Numbers with country codes. Leave empty to call the members of the contact groups.',
    maxItems: 20,
    secret: true,
    default: [],
  }),
  language: choice(['en', 'de'], {
    label: 'Language of the menu',
    help: 'Language of the spoken menu; the alert itself is read in English',
    labels: { en: 'English', de: 'German' },
    default: 'en',
  }),
}

interface CallText {
  /** A tag of BCP 47, for the voice. */
  readonly language: string
  readonly menu: string
  readonly nothingPressed: string
}

export const callTexts: Readonly<Record<'en' | 'de', CallText>> = {
  en: {
    language: 'en-US',
    menu: 'Press 1 to acknowledge. Press 2 to pass it on to the next person.',
    nothingPressed: 'No key was pressed. The incident is not acknowledged. Goodbye.',
  },
  de: {
    language: 'de-DE',
    menu: 'Drücke 1, um den Vorfall zu bestätigen. Drücke 2, um ihn an die nächste Person weiterzugeben.',
    nothingPressed: 'Es wurde keine Taste gedrückt. Der Vorfall ist nicht bestätigt. Auf Wiederhören.',
  },
}

/** Where the provider reports a key or the end of a call; null without a way to reply. */
export function callbackOf({ dedupKey, reply }: SendContext, calls: number): string | null {
  return reply && `${reply.callbackUrl}?${new URLSearchParams({ key: dedupKey, calls: String(calls) })}`
}

export const callsIn = (query: URLSearchParams): number => Math.max(1, Math.trunc(Number(query.get('calls'))) || 1)

/** A callback about a call, in the words of Twilio, which others use too. */
export interface CallEvent {
  readonly callId: string
  readonly dedupKey: string
  readonly phone: string
  readonly digits: string | null
  /** Set when the call is over: `completed`, `busy`, `no-answer`, `failed`, `canceled`. */
  readonly status: string | null
  /** `human`, `machine_…`, `fax` or `unknown`. */
  readonly answeredBy: string | null
  /** How many people the alert called. */
  readonly calls: number
}

const actions: Readonly<Record<string, ReplyAction>> = { 1: 'acknowledge', 2: 'pass-on' }

export const isMachine = ({ answeredBy }: CallEvent): boolean => /^(machine|fax)/i.test(answeredBy ?? '')

/** A key that a machine seems to press does nothing: voicemail systems play tones. */
export function repliesTo(event: CallEvent): CallbackResult['replies'] {
  const { callId, dedupKey, phone, digits } = event
  const action = actions[digits ?? '']
  if (!action || isMachine(event)) return []
  return [{ action, about: { dedupKey }, by: { name: null, phone }, replayKey: `${callId} ${digits}` }]
}

const reasons: Readonly<Record<string, string>> = {
  busy: 'the line was busy',
  'no-answer': 'nobody answered the call',
  failed: 'the call could not be connected',
  canceled: 'the call was cancelled',
}

/** The call ended without an answer. */
export function unreachedBy(event: CallEvent): readonly UnreachedPage[] {
  const { callId, dedupKey, phone, status, calls } = event
  const reason = status === 'completed' && isMachine(event) ? 'a machine answered the call' : reasons[status ?? '']
  return reason === undefined ? [] : [{ dedupKey, phone, reason, calls, replayKey: `${callId} ended` }]
}
