// Parses long text in slices, one per turn of the event loop for all texts together, so that a hundred large pages at
// once do not block other work.
import { abortError } from '../../net/deadline.ts'

export interface PushParser {
  write(piece: string): unknown
  end(): unknown
}

/** The parsers take less than a millisecond for this many characters. */
export const sliceLength = 16_384

/** Passes on text that arrives in pieces, each slice in a separate turn except for the very first. */
export function inSlices(parser: Pick<PushParser, 'write'>, signal: AbortSignal): (text: string) => Promise<void> {
  let isFirst = true
  return async (text) => {
    for (let start = 0; start < text.length; start += sliceLength) {
      if (!isFirst) await nextSlice(signal)
      isFirst = false
      parser.write(text.slice(start, start + sliceLength))
    }
  }
}

interface ParserInput {
  readonly parser: PushParser
  readonly text: string
  readonly signal: AbortSignal
}

/** Parses a whole text. A short one is parsed at once. */
export async function feed({ parser, text, signal }: ParserInput): Promise<void> {
  await inSlices(parser, signal)(text)
  parser.end()
}

const waiting: (() => void)[] = []

/** Waits for a turn of the event loop in which no other slice is parsed. */
export async function nextSlice(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(wakeOne)
  })
  if (signal.aborted) throw abortError(signal, 'reading the body')
}

function wakeOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(wakeOne)
}
