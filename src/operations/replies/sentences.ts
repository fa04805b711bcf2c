// What became of a reply, in a sentence.
import type { ReplyAction, ReplyOutcome, ReplyResult } from '../../domain/notifying/reply.ts'

const done: Readonly<Record<ReplyAction, string>> = {
  acknowledge: 'Acknowledged',
  resolve: 'Resolved',
  mute: 'Muted for 1 hour',
  'pass-on': 'Passed on to the next step',
}

const already: Readonly<Record<ReplyAction, string>> = {
  acknowledge: 'Already acknowledged',
  resolve: 'Already resolved',
  mute: 'Already muted',
  'pass-on': 'Already acknowledged',
}

const others: Readonly<Record<Exclude<ReplyOutcome, 'done' | 'already'>, string>> = {
  resolved: 'The incident is already resolved',
  expired: 'This reply has expired; open the incident instead',
  unknown: 'The incident was not found',
  replayed: 'This reply was already used',
  forbidden: 'This is not allowed',
}

export interface ReplyFacts extends Omit<ReplyResult, 'sentence'> {
  readonly through: string
  /** Why it is forbidden. */
  readonly reason?: string
}

export function resultOf({ through, reason, ...facts }: ReplyFacts): ReplyResult {
  const { outcome, action, by } = facts
  const who = by === null ? '' : ` by ${by}`
  if (outcome === 'done') return { ...facts, sentence: `${done[action]}${who} through ${through}` }
  if (outcome === 'already') return { ...facts, sentence: `${already[action]}${who}` }
  return { ...facts, sentence: reason ?? others[outcome] }
}
