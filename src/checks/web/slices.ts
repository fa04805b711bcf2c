// Long text is parsed in slices. One slice of one text is read per turn of the event loop, however many texts there
// are, so that a hundred large pages at once hold up nobody.
import { abortError } from '../../net/deadline.ts'

export interface PushParser {
  write(piece: string): unknown
  end(): unknown
}

/** The parsers in use take less than a millisecond for this many characters. */
export const sliceLength = 16_384

/** For text that comes bit by bit: hands it on in slices, each in a turn of its own save for the very first. */
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

/** A whole text, and its end. A short one is read at once. */
export async function feed({ parser, text, signal }: ParserInput): Promise<void> {
  await inSlices(parser, signal)(text)
  parser.end()
}

const waiting: (() => void)[] = []

/** Waits for a turn of the event loop in which nobody else reads a slice. */
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
