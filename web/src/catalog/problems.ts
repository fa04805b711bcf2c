// What the server objects to, by the fields of a form and in the reader's language.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '../api.ts'
import { type Language, useLook } from '../look.ts'
import { splitProblems } from '../parts/catalog-form/shape.ts'

type Problems = Readonly<Record<string, string>>

const problemsIn = (language: Language) =>
  queryOptions({
    queryKey: ['words of problems', language],
    queryFn: async () => (await import('./german/problems.ts')).problemInGerman,
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** As the server says it until the words are there, which are fetched with the first problem. */
export function useProblems(problems: Problems): Problems {
  const { language } = useLook()
  const isSaid = language !== 'en' && Object.keys(problems).length > 0
  const { data: say } = useQuery({ ...problemsIn(language), enabled: isSaid })
  return useMemo(() => (isSaid && say ? inWords(problems, say) : problems), [problems, isSaid, say])
}

export const useProblemsOf = (error: unknown): Problems => useProblems(useMemo(() => problemsOf(error), [error]))

export const problemsOf = (error: unknown): Problems =>
  error instanceof ApiError && error.code === 'invalid_request' ? splitProblems(error.message) : {}

const inWords = (problems: Problems, say: (text: string) => string): Problems =>
  Object.fromEntries(Object.entries(problems).map(([field, text]) => [field, say(text)]))
