// Documents are made once per reading of a page and way of looking at it, and then only sent.
import type { Visit } from '../../pages/visit.ts'
import { type Answer, answerOf } from './answers.ts'
import { documentAt } from './documents.ts'
import type { Shown } from './visitors.ts'

// Each is a document in one language; a page has about a dozen that are often asked for.
const mostMade = 100

/** Undefined when there is no document at this address. */
export function madeOf(shown: Shown, rest: string, visit: Visit): Answer | undefined {
  const key = `${rest} ${visit.language} ${visit.chosen} ${visit.base}`
  const known = shown.made.get(key) as Answer | undefined
  if (known) return known
  const document = documentAt(rest, shown.view, visit)
  return document ? keep(shown, key, answerOf(document)) : undefined
}

export function keep({ made }: Shown, key: string, fresh: Answer): Answer {
  if (made.size >= mostMade) made.clear()
  made.set(key, fresh)
  return fresh
}
