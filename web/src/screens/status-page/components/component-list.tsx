import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { StatusPageEdited, StatusPageComponent } from '../../../api-types.ts'
import { announce } from '../../../announce.ts'
import { Button } from '../../../parts/button.tsx'
import { Card, Tag } from '../../../parts/card.tsx'
import { EmptyState } from '../../../parts/content-states.tsx'
import { toast } from '../../../toast.ts'
import { type EditedComponent, moveComponent, newComponent } from '../page-draft.ts'
import type { PageEditing } from '../use-page-draft.ts'
import { ComponentForm } from './component-form.tsx'
import { useComponentMessages } from './messages.ts'
import { useRowDrag } from './row-drag.ts'
import { useResource } from '../../../api.ts'
import { Icon } from '../../../parts/icon.tsx'
import { useStatusMessages } from '../../../parts/messages.ts'
import { StatusMark } from '../../../parts/status-mark.tsx'
import { Menu } from '../../../parts/overlay/menu.tsx'

interface ComponentListProps {
  readonly page: StatusPageEdited
  readonly editing: PageEditing
  readonly mayWrite: boolean
}

export function ComponentList({ page, editing, mayWrite }: ComponentListProps) {
  const t = useComponentMessages()
  const [openKey, setOpenKey] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const { components } = editing.draft
  const stored = new Map((page.draft?.components ?? page.components).map((component) => [component.id, component]))
  const { append, place, move, update, remove } = useComponentEdits(editing)
  const add = (component: EditedComponent): void => {
    append(component)
    setOpenKey(component.key)
  }
  const drag = useRowDrag(list, place)
  return (
    <Card title={t.title} end={mayWrite && components.length > 1 && <OrderHint />} flush>
      {components.length === 0 && <EmptyState title={t.empty} text={t.emptyGives} />}
      <ul ref={list} className="component-list">
        {components.map((component, index) => (
          <li
            key={component.key}
            data-key={component.key}
            className={`${component.key === openKey ? 'open' : ''} ${component.key === drag.dragged ? 'dragged' : ''}`}
          >
            <ComponentRow
              component={component}
              live={component.id ? stored.get(component.id) : undefined}
              place={index + 1}
              count={components.length}
              isOpen={component.key === openKey}
              mayWrite={mayWrite}
              onToggle={() => setOpenKey(component.key === openKey ? null : component.key)}
              onMove={(by) => move(component.key, index + by)}
              onGrab={(event) => drag.start(component.key, event)}
            />
            {component.key === openKey && (
              <ComponentForm
                component={component}
                live={component.id ? stored.get(component.id) : undefined}
                mayWrite={mayWrite}
                onChange={(part) => update(component.key, part)}
                onRemove={() => remove(component)}
              />
            )}
          </li>
        ))}
      </ul>
      {mayWrite && (
        <div className="actions component-add">
          <Button icon="plus" label={t.add} onClick={() => add(newComponent({ name: t.newName }))} />
          <AddService onAdd={(name, slug) => add(newComponent({ name, thirdParty: { slug, parts: [] } }))} />
        </div>
      )}
    </Card>
  )
}

function OrderHint() {
  const t = useComponentMessages()
  return (
    <span className="order-hint">
      {t.order} <kbd>Alt</kbd> <kbd>↑</kbd> <kbd>↓</kbd>
    </span>
  )
}

function useComponentEdits(editing: PageEditing) {
  const t = useComponentMessages()
  const { components } = editing.draft
  const change = (next: (before: readonly EditedComponent[]) => readonly EditedComponent[]): void =>
    editing.edit((draft) => ({ ...draft, components: next(draft.components) }))
  const place = (key: string, to: number): void => change((before) => moveComponent(before, key, to))
  return {
    append: (component: EditedComponent): void => change((before) => [...before, component]),
    place,
    /** Like `place`, and tells screen readers the new position. */
    move(key: string, to: number): void {
      const index = Math.max(0, Math.min(components.length - 1, to))
      const { name } = components.find((one) => one.key === key)!
      place(key, to)
      announce(t.moved(name, index + 1, components.length))
    },
    update: (key: string, part: Partial<EditedComponent>): void =>
      change((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one))),
    remove(removed: EditedComponent): void {
      const index = components.indexOf(removed)
      change((before) => before.filter(({ key }) => key !== removed.key))
      toast({ text: t.removed(removed.name), undo: () => change((before) => before.toSpliced(index, 0, removed)) })
    },
  }
}

/** A menu of services that Lapwing can read the status of. */
function AddService({ onAdd }: { onAdd: (name: string, slug: string) => void }) {
  const t = useComponentMessages()
  const services = useResource('/third-party-services')
  const items = services.data?.data.map(({ name, slug }) => ({ label: name, run: () => onAdd(name, slug) })) ?? []
  return (
    <Menu label={t.addService} icon="link" items={items}>
      {t.addService}
    </Menu>
  )
}

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

function ComponentRow({ component, live, place, count, isOpen, mayWrite, ...on }: ComponentRowProps) {
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
