// Documents are made once per reading of a page and way of looking at it, and then only sent.
import { type Answer, answerOf } from './answers.ts'
import { documentAt } from './documents.ts'
import { type Looking, type PageRequest, type Seen, type Shown, visitOf, wayOf } from './visitors.ts'

// Each is a document in one language; a page has about a dozen that are often asked for.
const mostMade = 100
/** Of what looks the same to everybody. */
export const everyWay = ''

/** Undefined when there is no document at this address. */
export function madeFor(looking: Looking, request: PageRequest, seen: Seen): Answer | undefined {
  const rest = request.params['*'] ?? ''
  const way = wayOf(request, seen.view)
  const known = keptOf(seen, way, rest)
  if (known) return known
  const document = documentAt(rest, seen.view, visitOf(looking, request, seen))
  return document ? keep(seen, { way, name: rest, answer: answerOf(document) }) : undefined
}

export const keptOf = ({ made }: Shown, way: string, name: string): Answer | undefined =>
  made.get(way)?.get(name) as Answer | undefined

interface Fresh {
  readonly way: string
  readonly name: string
  readonly answer: Answer
}

export function keep({ made }: Shown, { way, name, answer }: Fresh): Answer {
  const all = made.values().reduce((sum, { size }) => sum + size, 0)
  if (all >= mostMade) made.clear()
  const there = made.get(way) ?? new Map<string, unknown>()
  made.set(way, there.set(name, answer))
  return answer
}
