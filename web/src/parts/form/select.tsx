// A list of options to choose one from.
import type { SelectHTMLAttributes } from 'react'
import { Field, type FieldProps } from './field.tsx'

export type Option<T> = readonly [value: T, label: string, isDisabled?: boolean]

/** Options whose labels are kept by value, such as `{ read: 'Read only', write: 'Read and write' }`. */
export const optionsOf = <T extends string>(labels: Readonly<Record<T, string>>): Option<T>[] =>
  Object.entries<string>(labels).map(([value, label]) => [value as T, label])

interface SelectProps<T> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'value'> {
  readonly value: string | number
  readonly options: readonly Option<T>[]
  /** A first option whose value is empty. */
  readonly none?: string
  readonly onChange: (value: T) => void
}

export function Select<T extends string | number>({ options, none, onChange, ...select }: SelectProps<T>) {
  const valueOf = (text: string): T => options.find(([value]) => String(value) === text)?.[0] ?? ('' as T)
  return (
    <select className="input" {...select} onChange={(event) => onChange(valueOf(event.target.value))}>
      {none !== undefined && <option value="">{none}</option>}
      {options.map(([value, label, isDisabled]) => (
        <option key={value} value={value} disabled={isDisabled}>
          {label}
        </option>
      ))}
    </select>
  )
}

type SelectFieldProps<T> = FieldProps & Omit<SelectProps<T>, 'className'>

export function SelectField<T extends string | number>(props: SelectFieldProps<T>) {
  const { label, note, hint, error, ...select } = props
  return (
    <Field label={label} note={note} hint={hint} error={error}>
      {(names) => <Select {...select} {...names} />}
    </Field>
  )
}
