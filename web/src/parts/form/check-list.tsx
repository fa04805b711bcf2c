// Some of a list of items, such as contact groups.
import { toggled } from '../../toggled.ts'
import { Check } from './field.tsx'

interface CheckListProps {
  readonly label: string
  readonly hint?: string
  readonly items: readonly { readonly id: string; readonly name: string }[]
  /** Shown instead of an empty list. */
  readonly none?: string
  readonly chosen: readonly string[]
  readonly onChange: (ids: string[]) => void
}

export function CheckList({ label, hint, items, none, chosen, onChange }: CheckListProps) {
  if (items.length === 0 && !none) return null
  return (
    <fieldset className="stack">
      <legend className="label">{label}</legend>
      {hint && <p className="hint">{hint}</p>}
      {items.length === 0 && <p className="muted">{none}</p>}
      {items.map(({ id, name }) => (
        <Check key={id} label={name} checked={chosen.includes(id)} onChange={() => onChange(toggled(chosen, id))} />
      ))}
    </fieldset>
  )
}
