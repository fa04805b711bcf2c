import type { FormField } from '../../api-types.ts'
import { useFieldMessages } from './messages.ts'

export interface CatalogFieldProps {
  readonly field: FormField
  readonly value: unknown
  readonly error?: string | undefined
  readonly onChange: (value: unknown) => void
}

/** The texts that every control shows. */
export function useFieldTexts({ field, error }: CatalogFieldProps) {
  const t = useFieldMessages()
  return { label: field.label, hint: field.description, error, note: field.required ? t.required : undefined }
}
