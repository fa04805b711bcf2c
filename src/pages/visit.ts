// How a page is looked at: in which language, below which address, and whether what is shown is fresh.
import { type Language, wordsIn } from './languages.ts'
import type { Words } from './words/en.ts'

export interface Visit {
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
  readonly preview?: Preview
}

export interface Preview {
  /** The picture itself, as an address that holds it. */
  readonly logo: string | null
}

export const wordsFor = ({ language }: Visit): Words => wordsIn[language]

/** A link inside the page; without a name, the page itself. */
export function linkTo({ base, chosen, language }: Visit, name = ''): string {
  const path = name === '' ? base || '/' : `${base}/${name}`
  return chosen ? `${path}?lang=${language}` : path
}
