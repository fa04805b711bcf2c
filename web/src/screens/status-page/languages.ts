import type { StatusPageEdited } from '../../api-types.ts'

export type PageLanguage = StatusPageEdited['language']

/** Names that are legible without fonts for Japanese and Chinese. */
export const pageLanguages: readonly (readonly [PageLanguage, string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['fr', 'Français'],
  ['es', 'Español'],
  ['ja', 'Japanese'],
  ['zh', 'Chinese'],
]
