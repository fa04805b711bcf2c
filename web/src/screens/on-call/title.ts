// The title of a schedule: who is on call, until when, and who is next.
import type { Overview } from '../../api-types.ts'
import type { useOnCallMessages } from './messages.ts'

export type OnCallState = Overview['on_call'][number]

interface TitleInput {
  readonly t: ReturnType<typeof useOnCallMessages>['title']
  /** “Monday 09:00” */
  readonly when: (at: string) => string
}

/** The first name is enough among colleagues. */
export const firstName = ({ name, email }: { name: string | null; email: string }): string =>
  name?.trim().split(/\s+/)[0] || email

export function onCallTitle(state: OnCallState | undefined, { t, when }: TitleInput): string {
  const { user, until, next } = state ?? {}
  if (!user) return next ? t.nobodyNext(firstName(next), when(next.starts_at)) : t.nobody
  if (!until) return t.one(firstName(user))
  if (!next) return t.oneUntil(firstName(user), when(until))
  if (Date.parse(next.starts_at) > Date.parse(until))
    return t.oneGap(firstName(user), when(until), when(next.starts_at))
  return t.oneNext(firstName(user), when(until), firstName(next))
}
