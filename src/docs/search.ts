// Finds sections of the documentation by their words: a word of a title counts more than one of the text, and
// beginnings of words only while no section has the whole word.

export interface SearchableSection {
  readonly address: string
  readonly title: string
  /** What the contents say about the page; empty for all but the first section. */
  readonly summary: string
  readonly heading: string
  readonly text: string
}

export interface FoundSection {
  readonly address: string
  readonly name: string
  readonly excerpt: string
}

export type Search = (query: string) => FoundSection[]

const weights = { title: 12, heading: 8, summary: 11, text: 1 } as const
type SearchedField = keyof typeof weights
const fields = Object.keys(weights) as SearchedField[]
const maxFound = 8
const maxTerms = 8
const excerptLength = 110

/** How often each stem occurs in a field. */
type Counts = ReadonlyMap<string, number>

export function createSearch(sections: readonly SearchableSection[]): Search {
  const indexed = sections.map((section) => ({
    section,
    counts: fields.map((field) => [weights[field], countsOf(section[field])] as const),
  }))
  const vocabulary = new Set(indexed.flatMap(({ counts }) => counts.flatMap(([, one]) => [...one.keys()])))
  return (query) => {
    const terms = stemsOf(query).slice(0, maxTerms)
    return indexed
      .map(({ section, counts }) => ({ section, points: pointsOf(terms, counts, vocabulary) }))
      .filter(({ points }) => points > 0)
      .toSorted((a, b) => b.points - a.points)
      .slice(0, maxFound)
      .map(({ section }) => shown(section, terms))
  }
}

/** A section that contains more of the terms is always better than one that contains fewer. */
function pointsOf(
  terms: readonly string[],
  counts: readonly (readonly [number, Counts])[],
  vocabulary: ReadonlySet<string>,
): number {
  const points = terms.map((term) => {
    const relevance = vocabulary.has(term) ? frequency : beginning
    return counts.reduce((sum, [weight, one]) => sum + weight * relevance(one, term), 0)
  })
  const found = points.filter((one) => one > 0).length
  return found === 0 ? 0 : found * 1000 + points.reduce((sum, one) => sum + one, 0)
}

const frequency = (counts: Counts, term: string): number => {
  const count = counts.get(term)
  return count === undefined ? 0 : Math.min(2, 1 + Math.log2(count))
}

/** Only for a word that occurs nowhere, such as one that is still being typed. */
const beginning = (counts: Counts, term: string): number =>
  term.length > 1 && counts.keys().some((one) => one.startsWith(term)) ? 1 : 0

function countsOf(text: string): Counts {
  const counts = new Map<string, number>()
  for (const stem of stemsOf(text)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return counts
}

const word = /[\p{L}\p{N}]+/gu

const stemsOf = (text: string): string[] => (text.toLowerCase().match(word) ?? []).map(stemOf)

/** `expiry`, `expires` and `expired` are one word, as are `page` and `pages`. */
const stemOf = (one: string): string => (one.length > 4 ? one.replace(/(?:ies|es|ed|ing|s|y|e)$/, '') : one)

function shown({ address, title, heading, text }: SearchableSection, terms: readonly string[]): FoundSection {
  const first = [...text.matchAll(word)].find(([one]) => terms.some((term) => one.toLowerCase().startsWith(term)))
  const from = Math.max(0, (first?.index ?? 0) - 40)
  const to = from + excerptLength
  const excerpt = `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`
  return { address, name: heading === title ? title : `${title}: ${heading}`, excerpt }
}
