// A password: one that is known, or a new one with its length in words.
import { useState } from 'react'
import { defineMessages, plural, useMessages } from '../../messages.ts'
import { Field, type FieldProps } from './field.tsx'

const shortest = 12

const words = defineMessages({
  en: {
    show: 'Show',
    hide: 'Hide',
    hint: `At least ${shortest} characters. Try four random words.`,
    more: (count: number) =>
      plural('en', count, { one: '1 more character needed.', other: `${count} more characters needed.` }),
    enough: 'Long enough.',
    long: 'Long and hard to guess.',
  },
  de: {
    show: 'Anzeigen',
    hide: 'Ausblenden',
    hint: `Mindestens ${shortest} Zeichen. Tipp: vier zufällige Wörter.`,
    more: (count) => plural('de', count, { one: 'Noch 1 Zeichen.', other: `Noch ${count} Zeichen.` }),
    enough: 'Lang genug.',
    long: 'Lang und schwer zu erraten.',
  },
})

interface PasswordFieldProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Somebody chooses it now. */
  readonly fresh?: boolean
  readonly autoFocus?: boolean
}

export function PasswordField({ value, onChange, fresh = false, autoFocus, hint, ...field }: PasswordFieldProps) {
  const say = useMessages(words)
  const [shown, setShown] = useState(false)
  return (
    <Field {...field} hint={fresh ? <Length count={value.length} /> : hint}>
      {(names) => (
        <span className="password">
          <input
            className="input"
            type={shown ? 'text' : 'password'}
            value={value}
            required
            autoFocus={autoFocus}
            minLength={fresh ? shortest : undefined}
            maxLength={256}
            autoComplete={fresh ? 'new-password' : 'current-password'}
            onChange={(event) => onChange(event.target.value)}
            {...names}
          />
          <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? say.hide : say.show}
          </button>
        </span>
      )}
    </Field>
  )
}

function Length({ count }: { count: number }) {
  const say = useMessages(words)
  if (count === 0) return say.hint
  if (count < shortest) return say.more(shortest - count)
  return count < 20 ? say.enough : say.long
}
