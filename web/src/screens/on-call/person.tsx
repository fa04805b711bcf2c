import type { CSSProperties } from 'react'
import type { OnCallCalendarView } from '../../api-types.ts'
import { Avatar } from '../../parts/card.tsx'
import { usePageability } from './schedule-data.ts'

export type OnCallPerson = OnCallCalendarView['shifts'][number]['user']

const colours = 6

/** Members have a colour by their place in the list. Colours repeat; the name or its initials are always there, too. */
export function usePersonColour(): (person: OnCallPerson) => CSSProperties {
  const members = usePageability()
  return ({ user_id: id }) => {
    const place = members.findIndex((member) => member.user_id === id)
    return { ['--person' as never]: `var(--series-${((place + colours) % colours) + 1})` }
  }
}

export const nameOf = ({ name, email }: { name: string | null; email: string }): string => name || email

interface PersonAvatarProps {
  readonly person: OnCallPerson
  readonly size?: 'small' | 'large'
}

export function PersonAvatar({ person, size }: PersonAvatarProps) {
  const colourOf = usePersonColour()
  return (
    <span className={size === 'large' ? 'person large' : 'person'} style={colourOf(person)}>
      <Avatar name={nameOf(person)} small={size === 'small'} />
    </span>
  )
}
