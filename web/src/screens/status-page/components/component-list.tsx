import { useRef, useState } from 'react'
import type { StatusPageEdited } from '../../../api-types.ts'
import { announce } from '../../../announce.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { EmptyState } from '../../../parts/content-states.tsx'
import { toast } from '../../../toast.ts'
import { type EditedComponent, moveComponent, newComponent } from '../page-draft.ts'
import type { PageEditing } from '../use-page-draft.ts'
import { AddService } from './add-service.tsx'
import { ComponentForm } from './component-form.tsx'
import { ComponentRow } from './component-row.tsx'
import { useComponentMessages } from './messages.ts'
import { useRowDrag } from './row-drag.ts'

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
          <Button icon="plus" onClick={() => add(newComponent({ name: t.newName }))}>
            {t.add}
          </Button>
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
