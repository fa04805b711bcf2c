// Long text is parsed in slices. One slice of one text is read per turn of the event loop, however many texts there are, so that
// a hundred large pages at once hold up nobody.
import { abortError } from '../../net/deadline.ts'

export interface PushParser {
  write(piece: string): unknown
  end(): unknown
}

/** The parsers in use take less than a millisecond for this many characters. */
export const sliceLength = 16_384

interface Feeding {
  readonly parser: PushParser
  readonly text: string
  readonly signal: AbortSignal
}

/** Ends the parser, too. Short text is read at once. */
export async function feed({ parser, text, signal }: Feeding): Promise<void> {
  parser.write(text.slice(0, sliceLength))
  for (let start = sliceLength; start < text.length; start += sliceLength) {
    await nextSlice(signal)
    parser.write(text.slice(start, start + sliceLength))
  }
  parser.end()
}

const waiting: (() => void)[] = []

/** Waits for a turn of the event loop in which nobody else reads a slice. */
async function nextSlice(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(wakeOne)
  })
  if (signal.aborted) throw abortError(signal, 'reading the body')
}

function wakeOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(wakeOne)
}
