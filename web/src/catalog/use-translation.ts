// Texts that the server writes in English, in the reader's language: the catalog, evidence, and problems with fields.
// Other languages are loaded on demand. The dashboard's own texts are in the messages.ts files.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Language, usePreferences } from '../preferences.ts'
import { evidenceName } from './evidence-names.ts'
import { problemText } from './problem-text.ts'
import type { Translation } from './translation.ts'

const english: Translation = { text: (text) => text, evidence: evidenceName, problem: problemText }

export const translationQuery = (language: Language) =>
  queryOptions({
    queryKey: ['translation', language],
    queryFn: async () => (language === 'en' ? english : (await import('./german/german.ts')).german),
    staleTime: Infinity,
    gcTime: Infinity,
  })

export function useTranslation({ enabled = true } = {}): Translation {
  return useQuery({ ...translationQuery(usePreferences().language), enabled }).data ?? english
}
