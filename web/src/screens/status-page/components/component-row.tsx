import type { KeyboardEvent, PointerEvent } from 'react'
import type { StatusPageComponent } from '../../../api-types.ts'
import { Tag } from '../../../parts/card.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { useStatusMessages } from '../../../parts/messages.ts'
import { StatusMark } from '../../../parts/status-mark.tsx'
import type { EditedComponent } from '../page-draft.ts'
import { useComponentMessages } from './messages.ts'

interface ComponentRowProps {
  readonly component: EditedComponent
  /** As the server has stored it last; undefined for a component that is not stored yet. */
  readonly live: StatusPageComponent | undefined
  readonly place: number
  readonly count: number
  readonly isOpen: boolean
  readonly mayWrite: boolean
  readonly onToggle: () => void
  readonly onMove: (by: number) => void
  readonly onGrab: (event: PointerEvent) => void
}

export function ComponentRow({ component, live, place, count, isOpen, mayWrite, ...on }: ComponentRowProps) {
  const t = useComponentMessages()
  const words = useStatusMessages()
  const { name, description, displayMode, thirdParty } = component
  const status = live?.status ?? 'unknown'
  const found = live?.monitors?.length ?? 0
  const press = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined || !event.altKey) return
    event.preventDefault()
    on.onMove(by)
  }
  return (
    <div className="component-row">
      {mayWrite && (
        <button
          type="button"
          className="handle"
          aria-label={t.handle(name, place, count)}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onKeyDown={press}
          onPointerDown={on.onGrab}
        >
          <Icon name="grip" />
        </button>
      )}
      <StatusMark status={status} label={words[status]} />
      <button type="button" className="component-open" aria-expanded={isOpen} onClick={on.onToggle}>
        <span className="min-w-0 flex-1">
          <span className="name">{name}</span>
          {description && <span className="sub">{description}</span>}
        </span>
        {!thirdParty && (
          <span className="muted nowrap">{displayMode === 'collapsible_group' ? t.parts(found) : t.count(found)}</span>
        )}
        <Tag>{thirdParty ? t.thirdParty : t.mode[displayMode]}</Tag>
        <Icon name={isOpen ? 'down' : 'forward'} size={14} />
      </button>
    </div>
  )
}
