// Parses pages as events, which keeps only what is needed.
import type * as Htmlparser2 from 'htmlparser2'
import { onFirstUse } from '../../domain/limits/on-first-use.ts'
import type { PushParser } from './slices.ts'

const htmlparser2 = onFirstUse<typeof Htmlparser2>('htmlparser2')

export interface HtmlEvents {
  /** Names are lowercase, entities are decoded. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  close?(name: string): void
  /** A text may arrive in several pieces. */
  text?(piece: string): void
  comment?(text: string): void
  /** Nothing after this position is parsed. */
  tooDeep?(): void
}

/** The limit of browsers. Each level makes further tags slower, and a page could have a million. */
const maxDepth = 512

/** Parsing stops where a page is nested too deeply. */
export function htmlParser(events: HtmlEvents): PushParser {
  let depth = 0
  let isOver = false
  const parser = new (htmlparser2().Parser)({
    onopentag(name, attributes) {
      depth += 1
      if (depth > maxDepth) {
        isOver = true
        parser.pause()
        events.tooDeep?.()
      } else events.open?.(name, attributes)
    },
    onclosetag(name) {
      depth -= 1
      if (!isOver) events.close?.(name)
    },
    ontext: (piece) => events.text?.(piece),
    oncomment: (text) => events.comment?.(text),
  })
  return { write: (piece) => isOver || parser.write(piece), end: () => isOver || parser.end() }
}
