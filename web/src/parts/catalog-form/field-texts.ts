import type { FormField } from '../../../../sdk/api.ts'
import { defineMessages, useMessages } from '../../messages.ts'

export interface CatalogFieldProps {
  readonly field: FormField
  readonly value: unknown
  readonly error?: string | undefined
  readonly onChange: (value: unknown) => void
}

const words = defineMessages({
  en: { required: 'required' },
  de: { required: 'Pflichtfeld' },
})

/** What every control says of its field. */
export function useFieldTexts({ field, error }: CatalogFieldProps) {
  const say = useMessages(words)
  return { label: field.label, hint: field.description, error, note: field.required ? say.required : undefined }
}
