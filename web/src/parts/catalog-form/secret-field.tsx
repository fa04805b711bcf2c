import { useState } from 'react'
import { Button } from '../button.tsx'
import { Field } from '../form/field.tsx'
import { type CatalogFieldProps, useFieldTexts } from './field-texts.ts'
import { mask } from './shape.ts'
import { useSecretFieldMessages } from './messages.ts'

/**
 * Stored secrets are never shown. They can be kept, replaced or, with null, removed. An address can be read while
 * somebody types it.
 */
export function SecretField(props: CatalogFieldProps) {
  const t = useSecretFieldMessages()
  const { field, value, onChange } = props
  const { label, note, hint, error } = useFieldTexts(props)
  const [stored] = useState(value === mask)
  const state = !stored ? hint : value === null ? t.removed : t.stored
  return (
    <Field label={label} note={note} hint={state} error={error}>
      {(names) => (
        <span className="row">
          <input
            className="input"
            type={field.placeholder?.startsWith('https://') ? 'text' : 'password'}
            autoComplete="new-password"
            spellCheck={false}
            value={typeof value === 'string' && value !== mask ? value : ''}
            placeholder={stored && value !== null ? '••••••••' : (field.placeholder ?? '')}
            maxLength={field.max_length ?? undefined}
            onChange={(event) => onChange(event.target.value || (stored ? mask : undefined))}
            {...names}
          />
          {stored && (
            <Button
              small
              label={value === null ? t.keep : t.remove}
              onClick={() => onChange(value === null ? mask : null)}
            />
          )}
        </span>
      )}
    </Field>
  )
}
