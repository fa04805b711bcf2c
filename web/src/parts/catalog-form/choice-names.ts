import type { FormField } from '../../../../sdk/api.ts'
import { useTranslation } from '../../catalog/use-translation.ts'
import { useFormat } from '../../format/use-format.ts'

/** What a choice of a field is called: a word in the reader's language, and seconds as a time. */
export function useChoiceNames(): (choice: string | number, field: Pick<FormField, 'unit'>) => string {
  const words = useTranslation()
  const format = useFormat()
  return (choice, { unit }) => {
    if (typeof choice === 'string') return words.text(choice)
    return unit === 'seconds' ? format.duration(choice) : String(choice)
  }
}
