// Lists of small objects (headers, cookies, assertions), or a single object.
import type { FormField } from '../../api-types.ts'
import { Button } from '../button.tsx'
import { type CatalogFieldProps, useFieldTexts } from './field-texts.ts'
import { PartInput, type FormRow, type RowField, isPartShown } from './part-input.tsx'
import { withKey } from './shape.ts'
import { useRowsFieldMessages } from './messages.ts'
import { FieldGroup } from '../form/field.tsx'

export function RowsField(props: CatalogFieldProps) {
  const { field, value, onChange } = props
  const one = field.type === 'object'
  const rows = (one ? [value ?? {}] : Array.isArray(value) ? value : []) as readonly FormRow[]
  const change = (next: readonly FormRow[]): void => {
    if (one) onChange(Object.keys(next[0] ?? {}).length === 0 ? undefined : next[0])
    else onChange(next.length === 0 ? undefined : next)
  }
  return (
    <FieldGroup {...useFieldTexts(props)}>
      <Rows
        parts={field.fields!}
        rows={rows}
        isFixed={one}
        item={field.item}
        maxItems={field.max_items}
        onChange={change}
      />
    </FieldGroup>
  )
}

interface RowsProps {
  readonly parts: readonly RowField[]
  readonly rows: readonly FormRow[]
  readonly item: FormField['item']
  readonly maxItems: number | null
  /** One row that is always there. */
  readonly isFixed?: boolean
  readonly onChange: (rows: readonly FormRow[]) => void
}

export function Rows({ parts, rows, item, maxItems, isFixed = false, onChange }: RowsProps) {
  const t = useRowsFieldMessages()
  return (
    <>
      {rows.map((row, index) => (
        <div key={index} className="object-row">
          {parts.map((part) =>
            isPartShown(part, row, parts) ? (
              <PartInput
                key={part.key}
                part={part}
                row={row}
                onChange={(next) => onChange(rows.with(index, fitted(withKey(row, part.key, next), part, parts)))}
              />
            ) : (
              <span key={part.key} />
            ),
          )}
          {!isFixed && (
            <Button
              small
              icon="close"
              weight="ghost"
              aria-label={t.remove(index + 1)}
              onClick={() => onChange(rows.toSpliced(index, 1))}
            />
          )}
        </div>
      ))}
      {!isFixed && rows.length < (maxItems ?? Infinity) && (
        <span>
          <Button small icon="plus" label={item?.add ?? t.add} onClick={() => onChange([...rows, {}])} />
        </span>
      )}
    </>
  )
}

/** Drops choices that another part no longer allows. */
function fitted(row: FormRow, changed: RowField, parts: readonly RowField[]): FormRow {
  return parts.reduce((fit, { key, choices_by: by }) => {
    if (by?.key !== changed.key || fit[key] === undefined) return fit
    const allowed = by.choices[String(fit[changed.key])]
    return !allowed || allowed.includes(String(fit[key])) ? fit : withKey(fit, key, allowed[0])
  }, row)
}
