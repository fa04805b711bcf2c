// How a page is looked at: in which language, below which address, and whether what is shown is fresh.
import { type Language, wordsIn } from './languages.ts'
import type { PageText } from './text/en.ts'

export interface PageVisit {
  readonly language: Language
  /** Whether the visitor chose it; links then keep it. */
  readonly chosen: boolean
  /** What stands before every address of the page: `/status/acme`, or nothing at a host of its own. */
  readonly base: string
  /** The address that is the same wherever it is read. */
  readonly url: string
  /** Whether these are the last figures there are, because newer ones cannot be read. */
  readonly stale: boolean
  /** Whether letters can be sent. */
  readonly mail: boolean
  /** In the editor's frame, where nothing runs and no link leads anywhere. */
  readonly preview?: PagePreview
}

export interface PagePreview {
  /** The picture itself, as an address that holds it. */
  readonly logo: string | null
}

export const wordsFor = ({ language }: PageVisit): PageText => wordsIn[language]

/** A link inside the page; without a name, the page itself. */
export function linkTo({ base, chosen, language }: PageVisit, name = ''): string {
  const path = name === '' ? base || '/' : `${base}/${name}`
  return chosen ? `${path}?lang=${language}` : path
}
