// How a page is requested: its language, its address, and whether the data is fresh.
import { type Language, wordsIn } from './languages.ts'
import type { PageText } from './text/en.ts'

export interface PageVisit {
  readonly language: Language
  /** Whether the visitor chose the language; links then keep it. */
  readonly chosen: boolean
  /** The prefix of all addresses of the page: `/status/acme`, or empty at its own hostname. */
  readonly base: string
  /** The canonical address. */
  readonly url: string
  /** Whether the data is stale because newer data cannot be read. */
  readonly stale: boolean
  /** Whether email can be sent. */
  readonly mail: boolean
  /** Set in the editor's preview, where scripts and links are disabled. */
  readonly preview?: PagePreview
}

export interface PagePreview {
  /** The logos as data URLs. */
  readonly logo: string | null
  readonly darkLogo: string | null
}

export const wordsFor = ({ language }: PageVisit): PageText => wordsIn[language]

/** A link within the page; without a name, the page itself. */
export function linkTo({ base, chosen, language }: PageVisit, name = ''): string {
  const path = name === '' ? base || '/' : `${base}/${name}`
  return chosen ? `${path}?lang=${language}` : path
}
