// A labelled control. Label, hint and error are linked to it for screen readers.
import {
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  useId,
  type SelectHTMLAttributes,
} from 'react'

export interface FieldProps {
  readonly label: ReactNode
  /** A note next to the label, such as “optional”. */
  readonly note?: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

export interface ControlAttributes {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

export function Field({
  label,
  note,
  hint,
  error,
  children,
}: FieldProps & { children: (names: ControlAttributes) => ReactNode }) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {note && <span className="opt">{note}</span>}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}

interface FieldGroupProps extends Omit<FieldProps, 'note'> {
  /** To the right of the label. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

/** Several controls with one label. */
export function FieldGroup({ label, end, hint, error, children }: FieldGroupProps) {
  const id = useId()
  return (
    <fieldset className="field" aria-describedby={error ? id : undefined}>
      <legend className={end ? 'row between' : 'label'}>
        {end ? <span className="label">{label}</span> : label}
        {end}
      </legend>
      {children}
      {error && (
        <p id={id} className="error" tabIndex={-1} aria-invalid>
          {error}
        </p>
      )}
      {hint && <p className="hint">{hint}</p>}
    </fieldset>
  )
}

type Attributes<T> = Omit<T, 'className' | 'onChange' | 'value'>

interface TextProps extends FieldProps {
  readonly mono?: boolean
  readonly value?: string
  readonly onChange?: (value: string) => void
}

type TextFieldProps = TextProps & Attributes<InputHTMLAttributes<HTMLInputElement>>

export function TextField({
  label,
  note,
  hint,
  error,
  mono,
  autoComplete = 'off',
  onChange,
  ...input
}: TextFieldProps) {
  return (
    <Field label={label} note={note} hint={hint} error={error}>
      {(names) => (
        <input
          className={mono ? 'input mono' : 'input'}
          spellCheck={mono ? false : undefined}
          autoComplete={autoComplete}
          {...input}
          {...names}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
    </Field>
  )
}

type TextAreaProps = TextProps & Attributes<TextareaHTMLAttributes<HTMLTextAreaElement>>

export function TextArea({ label, note, hint, error, mono, rows = 4, onChange, ...area }: TextAreaProps) {
  return (
    <Field label={label} note={note} hint={hint} error={error}>
      {(names) => (
        <textarea
          className={mono ? 'input area mono' : 'input area'}
          spellCheck={mono ? false : undefined}
          rows={rows}
          {...area}
          {...names}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
    </Field>
  )
}

interface SwitchProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly value: boolean
  readonly disabled?: boolean
  /** The problems of a switch are shown by its form. */
  readonly error?: string | undefined
  readonly onChange: (value: boolean) => void
}

export function Switch({ label, hint, value, disabled, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <button
        id={id}
        type="button"
        role="switch"
        className={value ? 'switch on' : 'switch'}
        aria-checked={value}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        disabled={disabled}
        onClick={() => onChange(!value)}
      />
      <span className="min-w-0">
        <label id={`${id}-label`} htmlFor={id} className="label">
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="hint">
            {hint}
          </span>
        )}
      </span>
    </div>
  )
}

interface CheckProps {
  readonly label: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
}

export function Check({ label, checked, onChange, disabled }: CheckProps) {
  return (
    <label className="flex items-center gap-2">
      <input
        type="checkbox"
        className="check"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}

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
