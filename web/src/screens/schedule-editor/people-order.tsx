// The people of a layer in the order of their turns: reordered by dragging, by keys or with buttons.
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { announce } from '../../announce.ts'
import { useList } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Avatar } from '../../parts/card.tsx'
import { moved } from './draft.ts'
import { useScheduleMessages } from './messages.ts'
import { SelectField } from '../../parts/form/field.tsx'

interface PeopleOrderProps {
  readonly userIds: readonly string[]
  readonly onChange: (userIds: string[]) => void
}

export function PeopleOrder({ userIds, onChange }: PeopleOrderProps) {
  const t = useScheduleMessages()
  const users = useList('/users').data ?? []
  const [dragged, setDragged] = useState<number | null>(null)
  const nameOfUser = (id: string): string => {
    const user = users.find((one) => one.id === id)
    return user ? user.name || user.email : '…'
  }
  const move = (from: number, to: number): void => {
    const next = moved(userIds, from, to)
    const place = next.indexOf(userIds[from]!)
    onChange(next)
    announce(t.place(nameOfUser(userIds[from]!), place + 1, next.length))
  }
  const drop = (event: DragEvent, to: number): void => {
    event.preventDefault()
    if (dragged !== null && dragged !== to) move(dragged, to)
    setDragged(null)
  }
  return (
    <fieldset className="stack">
      <legend className="label">{t.people}</legend>
      {userIds.length === 0 && <p className="muted">{t.noPeople}</p>}
      <ol className="people-order grid gap-1">
        {userIds.map((id, index) => (
          <PersonRow
            key={id}
            name={nameOfUser(id)}
            isFirst={index === 0}
            isLast={index === userIds.length - 1}
            isDragged={dragged === index}
            onMove={(step) => move(index, index + step)}
            onRemove={() => onChange(userIds.filter((other) => other !== id))}
            drag={{
              onDragStart: () => setDragged(index),
              onDragOver: (event) => event.preventDefault(),
              onDrop: (event) => drop(event, index),
              onDragEnd: () => setDragged(null),
            }}
          />
        ))}
      </ol>
      {userIds.length > 1 && <p className="hint">{t.peopleHint}</p>}
      <SelectField
        label={t.addPerson}
        value=""
        onChange={(value) => value && onChange([...userIds, value])}
        none={t.choose}
        options={users.filter(({ id }) => !userIds.includes(id)).map(({ id, name, email }) => [id, name || email])}
      />
    </fieldset>
  )
}

interface PersonRowProps {
  readonly name: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly isDragged: boolean
  readonly onMove: (step: -1 | 1) => void
  readonly onRemove: () => void
  readonly drag: {
    readonly onDragStart: () => void
    readonly onDragOver: (event: DragEvent) => void
    readonly onDrop: (event: DragEvent) => void
    readonly onDragEnd: () => void
  }
}

function PersonRow({ name, isFirst, isLast, isDragged, onMove, onRemove, drag }: PersonRowProps) {
  const t = useScheduleMessages()
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined
    if (!event.altKey || step === undefined) return
    event.preventDefault()
    onMove(step)
  }
  return (
    // Keys act on the focused button of the row; dragging is the mouse's way to do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li draggable className={isDragged ? 'dragged' : ''} onKeyDown={press} {...drag}>
      <Avatar name={name} small />
      <span className="cut flex-1">{name}</span>
      <Button small weight="ghost" icon="up" aria-label={t.up(name)} disabled={isFirst} onClick={() => onMove(-1)} />
      <Button small weight="ghost" icon="down" aria-label={t.down(name)} disabled={isLast} onClick={() => onMove(1)} />
      <Button small weight="ghost" icon="close" aria-label={t.removePerson(name)} onClick={onRemove} />
    </li>
  )
}
