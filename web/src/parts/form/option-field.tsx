// A select field for a fixed list of values.
import { type FieldProps, SelectField } from './field.tsx'

interface OptionFieldProps<T> extends FieldProps {
  readonly value: T
  readonly options: readonly T[]
  readonly nameOf: (option: T) => string
  readonly onChange: (option: T) => void
}

export function OptionField<T extends string | number>({
  value,
  options,
  nameOf,
  onChange,
  ...field
}: OptionFieldProps<T>) {
  return (
    <SelectField {...field} value={value} onChange={({ target }) => onChange(options[target.selectedIndex]!)}>
      {options.map((option) => (
        <option key={option} value={option}>
          {nameOf(option)}
        </option>
      ))}
    </SelectField>
  )
}
