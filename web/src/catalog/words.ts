// What the catalog says, in the reader's language. The server says it in English; German is fetched once somebody reads it.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type Language, useLook } from '../look.ts'
import type { CatalogWords } from './catalog-words.ts'
import { evidenceName } from './evidence-names.ts'

const english: CatalogWords = { text: (text) => text, evidence: evidenceName }

export const wordsIn = (language: Language) =>
  queryOptions({
    queryKey: ['catalog words', language],
    queryFn: async () => (language === 'en' ? english : (await import('./german/german.ts')).words),
    staleTime: Infinity,
    gcTime: Infinity,
  })

export function useCatalogWords(): CatalogWords {
  return useQuery(wordsIn(useLook().language)).data ?? english
}
