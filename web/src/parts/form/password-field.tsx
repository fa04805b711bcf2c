// A password field, with a length hint for new passwords.
import { useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { minPasswordLength, usePasswordMessages } from './messages.ts'

interface PasswordFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Whether the user chooses a new password. */
  readonly fresh?: boolean
  readonly autoFocus?: boolean
}

export function PasswordField({ value, onChange, fresh = false, autoFocus, hint, ...field }: PasswordFieldProps) {
  const t = usePasswordMessages()
  const [shown, setShown] = useState(false)
  return (
    <Field {...field} hint={fresh ? <LengthHint count={value.length} /> : hint}>
      {(names) => (
        <span className="password">
          <input
            className="input"
            type={shown ? 'text' : 'password'}
            value={value}
            required
            autoFocus={autoFocus}
            minLength={fresh ? minPasswordLength : undefined}
            maxLength={256}
            autoComplete={fresh ? 'new-password' : 'current-password'}
            onChange={(event) => onChange(event.target.value)}
            {...names}
          />
          <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? t.hide : t.show}
          </button>
        </span>
      )}
    </Field>
  )
}

function LengthHint({ count }: { count: number }) {
  const t = usePasswordMessages()
  if (count === 0) return t.hint
  if (count < minPasswordLength) return t.more(minPasswordLength - count)
  return count < 20 ? t.enough : t.long
}
