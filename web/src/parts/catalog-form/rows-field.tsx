// Lists of small objects (headers, cookies, assertions), or a single object.
import type { FormField } from '../../../../sdk/api.ts'
import { useMessages } from '../../i18n.ts'
import { Button } from '../button.tsx'
import { type CatalogFieldProps, useFieldTexts } from './field-texts.ts'
import { withKey } from './shape.ts'
import { rowsFieldMessages } from './messages.ts'

type Row = Readonly<Record<string, unknown>>
type RowField = NonNullable<FormField['fields']>[number]

export function RowsField(props: CatalogFieldProps) {
  const t = useMessages(rowsFieldMessages)
  const { field, value, onChange } = props
  const { label, hint, error } = useFieldTexts(props)
  const one = field.type === 'object'
  const rows = (one ? [value ?? {}] : ((value as readonly Row[] | undefined) ?? [])) as readonly Row[]
  const change = (next: readonly Row[]): void => {
    if (one) onChange(Object.keys(next[0] ?? {}).length === 0 ? undefined : next[0])
    else onChange(next.length === 0 ? undefined : next)
  }
  return (
    <fieldset className="field" aria-describedby={error ? `${field.key}-error` : undefined}>
      <legend className="label">{label}</legend>
      {rows.map((row, index) => (
        <div key={index} className="object-row">
          {field.fields!.map((part) => (
            <PartInput
              key={part.key}
              part={part}
              value={row[part.key]}
              onChange={(next) => change(rows.with(index, withKey(row, part.key, next)))}
            />
          ))}
          {!one && (
            <Button
              small
              icon="close"
              weight="ghost"
              aria-label={t.remove(index + 1)}
              onClick={() => change(rows.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      {!one && rows.length < (field.max_items ?? Infinity) && (
        <span>
          <Button small icon="plus" onClick={() => change([...rows, {}])}>
            {t.add}
          </Button>
        </span>
      )}
      {error && (
        <p id={`${field.key}-error`} className="error">
          {error}
        </p>
      )}
      <p className="hint">{hint}</p>
    </fieldset>
  )
}

function PartInput({ part, value, onChange }: { part: RowField; value: unknown; onChange: (value: unknown) => void }) {
  if (part.type === 'boolean')
    return (
      <label className="row">
        <input
          type="checkbox"
          className="check"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
        {part.label}
      </label>
    )
  if (part.enum)
    return (
      <select
        className="input"
        aria-label={part.label}
        value={String(value ?? '')}
        onChange={(event) => onChange(part.enum!.find((choice) => String(choice) === event.target.value))}
      >
        <option value="">{part.label}</option>
        {part.enum.map((choice) => (
          <option key={choice} value={choice}>
            {part.choices?.find(({ value: code }) => code === choice)?.label ?? choice}
          </option>
        ))}
      </select>
    )
  const read = (text: string): unknown =>
    text === '' ? undefined : part.type === 'number' ? Number(text) || text : text
  return (
    <input
      className="input"
      aria-label={part.label}
      placeholder={part.label}
      value={String(value ?? '')}
      maxLength={part.max_length ?? undefined}
      onChange={(event) => onChange(read(event.target.value))}
    />
  )
}
