// A part of an object: a column of a row, or a field of an item.
import type { FormField } from '../../api-types.ts'
import { Select, Check } from '../form/field.tsx'

export type FormRow = Readonly<Record<string, unknown>>
export type RowField = NonNullable<NonNullable<FormField['fields']>[number]['fields']>[number]

/** Whether the part matters with the other parts of the row. */
export function isPartShown({ shown_when: when, key }: RowField, row: FormRow, parts: readonly RowField[]): boolean {
  if (!when || row[key] !== undefined) return true
  const decides = parts.find((part) => part.key === when.key)
  const value = row[when.key] ?? decides?.default
  return value === undefined || value === null ? decides?.enum === null : when.in.includes(value as string)
}

interface PartInputProps {
  readonly part: RowField
  readonly row: FormRow
  readonly names?: object
  readonly onChange: (value: unknown) => void
}

export function PartInput({ part, row, names, onChange }: PartInputProps) {
  const value = row[part.key]
  const label = names ? {} : { 'aria-label': part.label }
  if (part.type === 'boolean') return <Check label={part.label} checked={value === true} onChange={onChange} />
  if (part.type === 'array' && part.choices) return <ChoiceChecks part={part} value={value} onChange={onChange} />
  if (part.enum) return <PartSelect part={part} row={row} names={names ?? label} onChange={onChange} />
  if (part.multiline)
    return (
      <textarea
        className="input area mono"
        rows={4}
        spellCheck={false}
        placeholder={part.example ?? undefined}
        value={textOf(value)}
        onChange={(event) => onChange(event.target.value || undefined)}
        {...label}
        {...names}
      />
    )
  const read = (text: string): unknown => {
    if (text === '') return undefined
    return part.type === 'number' && Number.isFinite(Number(text)) ? Number(text) : text
  }
  return (
    <input
      className="input"
      placeholder={part.example ?? part.label}
      value={textOf(value)}
      maxLength={part.max_length ?? undefined}
      spellCheck={false}
      onChange={(event) => onChange(read(event.target.value))}
      {...label}
      {...names}
    />
  )
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

function PartSelect({ part, row, names, onChange }: PartInputProps) {
  const value = row[part.key] ?? part.default
  const allowed = part.choices_by?.choices[String(row[part.choices_by.key])]
  const choices = (part.choices ?? part.enum!.map((code) => ({ value: code, label: String(code) }))).filter(
    (choice) => !allowed || allowed.includes(String(choice.value)) || choice.value === value,
  )
  return (
    <Select
      value={textOf(value)}
      none={value === null || value === undefined ? part.label : undefined}
      options={choices.map((choice) => [String(choice.value), choice.label])}
      onChange={(text) => onChange(choices.find((choice) => String(choice.value) === text)?.value)}
      {...names}
    />
  )
}

interface ChoiceChecksProps {
  readonly part: Pick<RowField, 'label' | 'choices'>
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** Several of a few choices. */
export function ChoiceChecks({ part, value, onChange }: ChoiceChecksProps) {
  const chosen = Array.isArray(value) ? (value as readonly unknown[]) : []
  return (
    <span className="row wrap" role="group" aria-label={part.label}>
      {part.choices!.map((choice) => (
        <Check
          key={choice.value}
          label={choice.label}
          checked={chosen.includes(choice.value)}
          onChange={(on) => {
            const next = on ? [...chosen, choice.value] : chosen.filter((one) => one !== choice.value)
            onChange(next.length === 0 ? undefined : next)
          }}
        />
      ))}
    </span>
  )
}
