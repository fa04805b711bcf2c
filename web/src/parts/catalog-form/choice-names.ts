import type { FormField } from '../../../../sdk/api.ts'
import { useTranslation } from '../../catalog/use-translation.ts'
import { useFormat } from '../../format/use-format.ts'

/** The name of a choice: translated text, or seconds as a duration. */
export function useChoiceNames(): (choice: string | number, field: Pick<FormField, 'unit'>) => string {
  const words = useTranslation()
  const format = useFormat()
  return (choice, { unit }) => {
    if (typeof choice === 'string') return words.text(choice)
    return unit === 'seconds' ? format.duration(choice) : String(choice)
  }
}
