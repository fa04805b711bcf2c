// Repacks a trace without the secrets that were typed: it is a zip of everything that happened in a browser. A hostile
// script can replace it with any zip, so each process reads one trace at a time, and all traces of a run share limits.
import type * as Yazl from 'yazl'
import { Readable } from 'node:stream'
import type * as Yauzl from 'yauzl'
import { offAbort, onAbort } from '../../../domain/limits/abort.ts'
import { onFirstUse } from '../../../domain/limits/on-first-use.ts'
import { mask } from '../../../domain/stored-config.ts'
import type { Masker } from '../../masking.ts'

const yauzl = onFirstUse<typeof Yauzl>('yauzl')
const yazl = onFirstUse<typeof Yazl>('yazl')

const mb = 1024 * 1024
const maxEntries = 10_000

/** Remaining budget for all traces of one run. */
export interface TraceBudget {
  entries: number
  unpackedBytes: number
  packedBytes: number
}

export const newTraceBudget = (): TraceBudget => ({
  entries: maxEntries,
  unpackedBytes: 128 * mb,
  packedBytes: 30 * mb,
})

interface MaskingParts {
  readonly masker: Masker
  readonly budget: TraceBudget
  readonly signal: AbortSignal
}

let lastInLine: Promise<unknown> = Promise.resolve()

/** Throws if the file is no zip, if it exceeds the budget, or if the signal aborts. */
export async function maskTrace(zip: Buffer, parts: MaskingParts): Promise<Buffer> {
  if (parts.masker.isEmpty) return zip
  const turn = lastInLine.then(() => packWithoutSecrets(zip, parts))
  lastInLine = turn.catch(() => undefined)
  return untilAborted(turn, parts.signal)
}

async function packWithoutSecrets(zip: Buffer, { masker, budget, signal }: MaskingParts): Promise<Buffer> {
  signal.throwIfAborted()
  const from = await yauzl().fromBufferPromise(zip)
  const to = new (yazl().ZipFile)()
  const failure = new Promise<never>((_, reject) => to.on('error', reject))
  for (const entry of await entriesOf(from, budget)) {
    const open = async (): Promise<Readable> => {
      const unpacked = checked(await from.openReadStreamPromise(entry), signal)
      const packable = Readable.from(isPicture(entry.fileName) ? unpacked : masker.stream(unpacked, maskOf))
      // yazl would wait for more input, and nothing else listens.
      return packable.on('error', (error) => to.emit('error', error))
    }
    // File names are masked like the references to them.
    to.addReadStreamLazy(masker.text(entry.fileName, maskOf), { compress: entry.compressionMethod !== 0 }, (ready) => {
      open().then(
        (stream) => ready(null, stream),
        (error: Error) => ready(error, undefined as never),
      )
    })
  }
  to.end()
  return Promise.race([gather(to.outputStream as Readable, budget), failure])
}

async function entriesOf(zip: Yauzl.ZipFile, budget: TraceBudget): Promise<Yauzl.Entry[]> {
  const entries: Yauzl.Entry[] = []
  for await (const entry of zip.eachEntry()) {
    budget.entries -= 1
    budget.unpackedBytes -= entry.uncompressedSize
    if (budget.entries < 0 || budget.unpackedBytes < 0) throw new RangeError('the trace is too large')
    if (!entry.fileName.endsWith('/')) entries.push(entry)
  }
  return entries
}

/** Images and fonts contain no text. */
const isPicture = (name: string): boolean => /\.(jpe?g|png|gif|webp|avif|ico|woff2?|ttf|mp4|webm)$/i.test(name)

async function* checked(pieces: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    signal.throwIfAborted()
    yield piece
  }
}

async function gather(stream: Readable, budget: TraceBudget): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    budget.packedBytes -= chunk.length
    if (budget.packedBytes < 0) throw new RangeError('the trace is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error)
    if (signal.aborted) abort()
    onAbort(signal, abort)
    work.then(resolve, reject).finally(() => offAbort(signal, abort))
  })
}

// A number stays a number, or the trace could not be parsed.
const maskOf = (spelled: string): string => (/^[\d.]+$/.test(spelled) ? spelled.replace(/\d/g, '9') : mask)
