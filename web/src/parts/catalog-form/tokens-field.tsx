import { RemovableTag } from '../card.tsx'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { Field } from '../form/field.tsx'
import { type CatalogFieldProps, useFieldTexts } from './field-texts.ts'
import { useTokensFieldMessages } from './messages.ts'

export function TokensField(props: CatalogFieldProps) {
  const t = useTokensFieldMessages()
  const { field, value, onChange } = props
  const { label, hint, error, note } = useFieldTexts(props)
  const items = itemsOf(value)
  const most = field.max_items
  const change = (next: readonly unknown[]): void => onChange(next.length === 0 ? undefined : next)
  const add = (texts: readonly string[]): void => {
    const fresh = texts.map((text) => text.trim()).filter((text) => text !== '' && !items.map(String).includes(text))
    const typed = fresh.map((text) => (field.items === 'number' ? (numberIn(text) ?? text) : text))
    change([...items, ...typed].slice(0, most ?? undefined))
  }
  return (
    <Field label={label} hint={hint} error={error} note={most ? t.count(items.length, most) : note}>
      {(names) => (
        <Tokens
          items={items.map(String)}
          placeholder={field.placeholder ?? t.add}
          names={names}
          onAdd={add}
          onRemove={(at) => change(items.toSpliced(at, 1))}
        />
      )}
    </Field>
  )
}

/** Other texts stay as typed; the server rejects them. */
function numberIn(text: string): number | null {
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}

const itemsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value]

interface TokensProps {
  readonly items: readonly string[]
  readonly placeholder: string
  readonly names: {
    readonly id: string
    readonly 'aria-describedby': string | undefined
    readonly 'aria-invalid': true | undefined
  }
  readonly onAdd: (texts: readonly string[]) => void
  readonly onRemove: (index: number) => void
}

/** Enter or pasting lines adds items; Backspace in the empty field removes the last one. */
function Tokens({ items, placeholder, names, onAdd, onRemove }: TokensProps) {
  const t = useTokensFieldMessages()
  const [text, setText] = useState('')
  const finish = (): void => {
    if (text !== '') onAdd([text])
    setText('')
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Backspace' && text === '' && items.length > 0) return onRemove(items.length - 1)
    if (event.key !== 'Enter' || text === '') return
    event.preventDefault()
    finish()
  }
  const paste = (event: ClipboardEvent): void => {
    const lines = event.clipboardData.getData('text').split(/\r?\n/)
    if (lines.length < 2) return
    event.preventDefault()
    onAdd(lines)
  }
  return (
    <span className="input tokens">
      {items.map((item, index) => (
        <RemovableTag key={item} as="span" name={item} label={t.remove(item)} onRemove={() => onRemove(index)} />
      ))}
      <input
        value={text}
        placeholder={items.length === 0 ? placeholder : ''}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        onPaste={paste}
        onBlur={finish}
        {...names}
      />
    </span>
  )
}
