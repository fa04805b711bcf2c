import type { OnCallCalendarView } from '../../api-types.ts'
import { Avatar } from '../../parts/card.tsx'
import { usePageability } from './schedule-data.ts'

export type OnCallPerson = OnCallCalendarView['shifts'][number]['user']

const colours = 6

/** Members have a colour by their place in the list. Colours repeat; the name or its initials are always there, too. */
export function usePersonClass(): (person: OnCallPerson) => string {
  const members = usePageability()
  return ({ user_id: id }) =>
    `person-${((members.findIndex((member) => member.user_id === id) + colours) % colours) + 1}`
}

export const nameOf = ({ name, email }: { name: string | null; email: string }): string => name || email

interface PersonAvatarProps {
  readonly person: OnCallPerson
  readonly size?: 'small' | 'large'
}

export function PersonAvatar({ person, size }: PersonAvatarProps) {
  const classOf = usePersonClass()
  return (
    <span className={`person ${size === 'large' ? 'large' : ''} ${classOf(person)}`}>
      <Avatar name={nameOf(person)} small={size === 'small'} />
    </span>
  )
}
