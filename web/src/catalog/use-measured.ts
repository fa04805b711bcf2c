// Measured values in the reader's language: words if the value has some, otherwise the number with its unit.
import { useFormat } from '../format/use-format.ts'
import { useTranslation } from './use-translation.ts'

interface MeasuredKind {
  readonly unit: string | null
  readonly words: Readonly<Record<string, string>>
}

export function useMeasured(): (metric: MeasuredKind, value: number) => string {
  const format = useFormat()
  const { text } = useTranslation()
  return ({ unit, words }, value) => {
    const word = words[value]
    return word === undefined ? format.metric(value, unit) : text(word)
  }
}
