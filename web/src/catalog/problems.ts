// Problems that the server found, by form field and in the reader's language.
import { useMemo } from 'react'
import { ApiError, queries } from '../api.ts'
import { splitProblems } from '../parts/catalog-form/shape.ts'
import { changedFieldName } from '../parts/vocabulary/changed-field.ts'
import { currentPreferences } from '../preferences.ts'
import { problemText } from './problem-text.ts'
import { translationQuery, useTranslation } from './use-translation.ts'

type Problems = Readonly<Record<string, string>>

/** English until the translation is loaded, which the first problem triggers. */
export function useProblems(problems: Problems): Problems {
  const { problem: translate } = useTranslation({ enabled: Object.keys(problems).length > 0 })
  return useMemo(() => translateAll(problems, translate), [problems, translate])
}

export const useProblemsOf = (error: unknown): Problems => useProblems(useMemo(() => problemsOf(error), [error]))

export const problemsOf = (error: unknown): Problems =>
  error instanceof ApiError && error.code === 'invalid_request' ? splitProblems(error.message) : {}

const translateAll = (problems: Problems, translate: (text: string) => string): Problems =>
  Object.fromEntries(Object.entries(problems).map(([field, text]) => [field, translate(text)]))

/** A whole message in one line, for problems that are shown without a form. */
export function problemsInWords(message: string): string {
  const { language } = currentPreferences()
  const known = queries.getQueryData(translationQuery(language).queryKey)
  const translate = known?.problem ?? problemText
  const said = Object.entries(splitProblems(message)).map(([field, text]) =>
    field === '' || field === 'body' ? translate(text) : `${changedFieldName(field, language)}: ${translate(text)}`,
  )
  return said.join('; ')
}
