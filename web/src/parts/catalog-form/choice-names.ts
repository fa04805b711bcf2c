import type { FormField } from '../../api-types.ts'
import { useFormat } from '../../format/use-format.ts'

/** The name of a choice as the catalog gives it; seconds are durations, other numbers stay. */
export function useChoiceNames(): (choice: string | number, field: Pick<FormField, 'unit' | 'choices'>) => string {
  const format = useFormat()
  return (choice, { unit, choices }) => {
    const named = choices?.find(({ value }) => value === choice)
    if (named) return named.label
    return typeof choice === 'number' && unit === 'seconds' ? format.duration(choice) : String(choice)
  }
}
