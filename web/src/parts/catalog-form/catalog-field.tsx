import type { FunctionComponent } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useChoiceNames } from './choice-names.ts'
import { type CatalogFieldProps, useFieldTexts } from './field-texts.ts'
import { GroupsField } from './groups-field.tsx'
import { ItemsField } from './items-field.tsx'
import { JsonField } from './json-field.tsx'
import { ChoiceChecks } from './part-input.tsx'
import { RowsField } from './rows-field.tsx'
import { ScriptField } from './script-field.tsx'
import { SecretField } from './secret-field.tsx'
import { type Control, controlOf, isPattern } from './shape.ts'
import { TokensField } from './tokens-field.tsx'
import { useNumberFieldMessages } from './messages.ts'
import { SelectField, Field, Switch, TextArea, TextField, FieldGroup } from '../form/field.tsx'

const controls: Record<Control, FunctionComponent<CatalogFieldProps>> = {
  text: PlainText,
  area: LongText,
  script: ScriptField,
  secret: SecretField,
  number: NumberField,
  switch: SwitchField,
  segments: SegmentsField,
  select: ChoiceField,
  tokens: TokensField,
  rows: RowsField,
  items: ItemsField,
  checks: ChecksField,
  groups: GroupsField,
  object: RowsField,
  json: JsonField,
}

export function CatalogField(props: CatalogFieldProps) {
  const Control = controls[controlOf(props.field)]
  return <Control {...props} />
}

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

function PlainText(props: CatalogFieldProps) {
  const { field, value, onChange } = props
  return (
    <TextField
      {...useFieldTexts(props)}
      mono={isPattern(field)}
      value={textOf(value)}
      placeholder={field.placeholder ?? textOf(field.default)}
      maxLength={field.max_length ?? undefined}
      onChange={(value) => onChange(value || undefined)}
    />
  )
}

function LongText(props: CatalogFieldProps) {
  const { field, value, onChange } = props
  return (
    <TextArea
      {...useFieldTexts(props)}
      mono
      value={textOf(value)}
      placeholder={field.placeholder ?? undefined}
      maxLength={field.max_length ?? undefined}
      onChange={(value) => onChange(value || undefined)}
    />
  )
}

function NumberField(props: CatalogFieldProps) {
  const t = useNumberFieldMessages()
  const { field, value, onChange } = props
  const { label, hint, error, note } = useFieldTexts(props)
  const format = useFormat()
  const range =
    field.min !== null && field.max !== null ? t.range(format.number(field.min), format.number(field.max)) : undefined
  return (
    <Field label={label} hint={hint} error={error} note={note ?? range}>
      {(names) => (
        <span className="with-unit">
          <input
            className="input num"
            inputMode="decimal"
            value={textOf(value)}
            placeholder={field.placeholder ?? textOf(field.default)}
            onChange={(event) => onChange(numberIn(event.target.value))}
            {...names}
          />
          {field.unit && <span className="muted">{format.unit(field.unit)}</span>}
        </span>
      )}
    </Field>
  )
}

/** Text that is not a number yet stays as typed; the server rejects it. */
function numberIn(text: string): unknown {
  if (text.trim() === '') return undefined
  const value = Number(text.replace(',', '.'))
  return Number.isFinite(value) && !/[.,]0*$/.test(text) ? value : text
}

function SwitchField({ field, value, onChange }: CatalogFieldProps) {
  const on = (value ?? field.default) === true
  return <Switch label={field.label} hint={field.description} value={on} onChange={onChange} />
}

function ChecksField(props: CatalogFieldProps) {
  const { field, value, onChange } = props
  return (
    <FieldGroup {...useFieldTexts(props)}>
      <ChoiceChecks part={field} value={value ?? field.default} onChange={onChange} />
    </FieldGroup>
  )
}

function SegmentsField(props: CatalogFieldProps) {
  const { field, value, onChange } = props
  const chosen = value ?? field.default
  const nameOf = useChoiceNames()
  return (
    <Field {...useFieldTexts(props)}>
      {({ id, ...names }) => (
        <span className="seg" role="radiogroup" aria-label={field.label} {...names}>
          {field.enum!.map((choice, index) => (
            <label key={choice}>
              <input
                id={index === 0 ? id : undefined}
                type="radio"
                name={id}
                className="sr"
                checked={choice === chosen}
                onChange={() => onChange(choice)}
              />
              {nameOf(choice, field)}
            </label>
          ))}
        </span>
      )}
    </Field>
  )
}

function ChoiceField(props: CatalogFieldProps) {
  const { field, value, onChange } = props
  const choices = field.enum!
  const nameOf = useChoiceNames()
  return (
    <SelectField
      {...useFieldTexts(props)}
      value={textOf(value ?? field.default)}
      none={field.default === null ? '—' : undefined}
      options={choices.map((choice) => [String(choice), nameOf(choice, field)])}
      onChange={(text) => onChange(choices.find((choice) => String(choice) === text))}
    />
  )
}
