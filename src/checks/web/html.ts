// Pages are read as events: what is not asked for is not kept.
import { Parser } from 'htmlparser2'
import type { PushParser } from './slices.ts'

export interface HtmlEvents {
  /** Names are in lower case, entities are resolved. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  close?(name: string): void
  /** A text may come in several pieces. */
  text?(piece: string): void
  comment?(text: string): void
  /** Nothing behind this place is read. */
  tooDeep?(): void
}

/** As deep as browsers go. Each level makes every further tag dearer, and a page could have a million. */
const deepest = 512

/** Reading ends where a page is nested too deeply. */
export function htmlParser(events: HtmlEvents): PushParser {
  let depth = 0
  let isOver = false
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      if (depth > deepest) {
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
