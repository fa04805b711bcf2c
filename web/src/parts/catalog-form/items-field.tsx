// A list of items that have lists of their own, such as the steps of an API monitor: forms in an order, or JSON.
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import type { FormField } from '../../api-types.ts'
import { announce } from '../../announce.ts'
import { Button } from '../button.tsx'
import { Segments } from '../choose.tsx'
import { Icon } from '../icon.tsx'
import { type CatalogFieldProps, useFieldTexts } from './field-texts.ts'
import { ItemForm } from './item-form.tsx'
import { JsonField } from './json-field.tsx'
import { useItemsFieldMessages } from './messages.ts'
import type { FormRow } from './part-input.tsx'
import { FieldGroup } from '../form/field.tsx'

export function ItemsField(props: CatalogFieldProps) {
  const t = useItemsFieldMessages()
  const { field, value, error, onChange } = props
  const { label, hint } = useFieldTexts(props)
  const [view, setView] = useState<'form' | 'json'>('form')
  const items = Array.isArray(value) ? (value as readonly FormRow[]) : []
  return (
    <FieldGroup
      label={label}
      hint={view === 'form' && hint}
      error={view === 'form' ? error : undefined}
      end={
        <Segments
          label={t.view(label)}
          value={view}
          onChange={setView}
          choices={[
            { value: 'form', label: t.form },
            { value: 'json', label: 'JSON' },
          ]}
        />
      }
    >
      {view === 'json' ? (
        <JsonField {...props} />
      ) : (
        <Items field={field} items={items} onChange={(next) => onChange(next.length === 0 ? undefined : next)} />
      )}
    </FieldGroup>
  )
}

interface ItemsProps {
  readonly field: FormField
  readonly items: readonly FormRow[]
  readonly onChange: (items: readonly FormRow[]) => void
}

function Items({ field, items, onChange }: ItemsProps) {
  const t = useItemsFieldMessages()
  const [open, setOpen] = useState<number | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const move = (from: number, to: number): void => {
    if (from === to || to < 0 || to >= items.length) return
    onChange(items.toSpliced(from, 1).toSpliced(to, 0, items[from]!))
    setOpen((shown) => (shown === from ? to : shown))
    announce(t.moved(titleOf(items[from]!, field, t.item(from + 1)), to + 1))
  }
  const add = (): void => {
    onChange([...items, {}])
    setOpen(items.length)
  }
  return (
    <>
      <ol className="items grid gap-2">
        {items.map((item, index) => (
          <li key={index} className={open === index ? 'item open' : 'item'}>
            <ItemHead
              title={titleOf(item, field, t.item(index + 1))}
              sub={subOf(item, field)}
              index={index}
              isOpen={open === index}
              onToggle={() => setOpen(open === index ? null : index)}
              onDrag={setDragged}
              onDrop={() => dragged !== null && move(dragged, index)}
              onMove={(by) => move(index, index + by)}
              onRemove={() => {
                onChange(items.toSpliced(index, 1))
                setOpen(null)
              }}
            />
            {open === index && (
              <ItemForm
                field={field}
                item={item}
                before={items.slice(0, index)}
                onChange={(next) => onChange(items.with(index, next))}
              />
            )}
          </li>
        ))}
      </ol>
      {items.length < (field.max_items ?? Infinity) && (
        <span>
          <Button small icon="plus" label={field.item?.add ?? t.add} onClick={add} />
        </span>
      )}
    </>
  )
}

const textsOf = (field: FormField) => field.fields!.filter(({ type }) => type === 'string')

function titleOf(item: FormRow, field: FormField, usual: string): string {
  const [first] = textsOf(field)
  return String(item[first?.key ?? ''] ?? usual)
}

/** The first choice and the second text, such as the method and the URL. */
function subOf(item: FormRow, field: FormField): string {
  const choice = field.fields!.find(({ enum: choices }) => choices !== null)
  const [, second] = textsOf(field)
  return [choice && (item[choice.key] ?? choice.default), second && item[second.key]].filter(Boolean).join(' ')
}

interface ItemHeadProps {
  readonly title: string
  readonly sub: string
  readonly index: number
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onDrag: (index: number | null) => void
  readonly onDrop: () => void
  readonly onMove: (by: number) => void
  readonly onRemove: () => void
}

function ItemHead({ title, sub, index, isOpen, onToggle, onDrag, onDrop, onMove, onRemove }: ItemHeadProps) {
  const t = useItemsFieldMessages()
  const press = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onMove(by)
  }
  const start = (event: DragEvent): void => {
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData('text/plain', title)
    onDrag(index)
  }
  return (
    <div className="item-head">
      <button
        type="button"
        className="handle"
        draggable
        aria-label={t.handle(title)}
        title={t.handleHint}
        onKeyDown={press}
        onDragStart={start}
        onDragEnd={() => onDrag(null)}
      >
        <Icon name="grip" size={14} />
      </button>
      <button
        type="button"
        className="item-title"
        aria-expanded={isOpen}
        onClick={onToggle}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
      >
        <span className="num faint">{index + 1}</span>
        <span className="min-w-0">
          <span className="name">{title}</span>
          {sub && <span className="sub mono break-all">{sub}</span>}
        </span>
        <Icon name={isOpen ? 'down' : 'forward'} size={14} />
      </button>
      <Button small icon="close" weight="ghost" aria-label={t.remove(title)} onClick={onRemove} />
    </div>
  )
}
