// Reads the output of a program: lines of JSON, each file's bytes after its line. A hostile script can write anything.
import type { Readable } from 'node:stream'
import { parseBoundedJson } from './bounded-json.ts'
import { BrowserProgramFailed } from './program-failed.ts'

export interface ProgramFile {
  readonly name: string
  readonly bytes: Buffer
}

const mb = 1024 * 1024
const maxFiles = 20
const maxFileBytes = 30 * mb
const maxLineBytes = 8 * mb
const jsonLimits = { maxDepth: 32, maxValues: 200_000 }

export interface Frames {
  /** The complete files so far. */
  readonly files: readonly ProgramFile[]
  /** Whether the box is ready. A script may cause any failure from then on. */
  readonly hasStarted: boolean
  /** Resolves with the last frame; undefined if the stream ended without one. */
  readonly output: Promise<{ readonly output: unknown } | undefined>
}

export function readFrames(stream: Readable, onStart: () => void): Frames {
  const progress = { files: [] as ProgramFile[], hasStarted: false }
  const start = (): void => {
    if (progress.hasStarted) throw new BrokenFrames('a second beginning')
    progress.hasStarted = true
    onStart()
  }
  const output = read(bytesOf(stream), progress.files, start).catch((error: unknown) => {
    throw error instanceof BrokenFrames ? broken(error.message, progress.hasStarted) : error
  })
  // A caller that has given up does not await it.
  output.catch(() => undefined)
  return {
    files: progress.files,
    output,
    get hasStarted() {
      return progress.hasStarted
    },
  }
}

async function read(
  source: Source,
  files: ProgramFile[],
  onStart: () => void,
): Promise<{ readonly output: unknown } | undefined> {
  let bytesLeft = maxFileBytes
  for (;;) {
    const line = await source.line(maxLineBytes)
    if (line === undefined) return undefined
    const frame = frameIn(line)
    if ('output' in frame) return { output: frame.output }
    if ('started' in frame) {
      onStart()
      continue
    }
    bytesLeft -= frame.bytes
    if (files.length === maxFiles || bytesLeft < 0) throw new BrokenFrames('more files than there is room for')
    const bytes = await source.take(frame.bytes)
    if (!bytes) return undefined
    files.push({ name: frame.file, bytes })
  }
}

type ProgramFrame = { output: unknown } | { started: true } | { file: string; bytes: number }

function frameIn(line: Buffer): ProgramFrame {
  const frame = parsed(line)
  if (typeof frame !== 'object' || frame === null) throw new BrokenFrames('something else than frames')
  if ('output' in frame) return { output: frame.output }
  if ('started' in frame) return { started: true }
  const { file, bytes } = frame as Partial<Record<string, unknown>>
  if (typeof file !== 'string' || !/^[\w.-]{1,100}$/.test(file)) throw new BrokenFrames('a file without a proper name')
  if (!Number.isSafeInteger(bytes) || (bytes as number) < 0) throw new BrokenFrames('a file without a proper size')
  return { file, bytes: bytes as number }
}

function parsed(line: Buffer): unknown {
  try {
    return parseBoundedJson(line, jsonLimits)
  } catch (error) {
    throw new BrokenFrames(error instanceof RangeError ? 'more than can be read' : 'something else than frames')
  }
}

/** The unexpected output, for the message. */
class BrokenFrames extends Error {}

const broken = (what: string, hasStarted: boolean): BrowserProgramFailed =>
  new BrowserProgramFailed(`not checked: the browser program answered with ${what}`, { hasStarted })

interface Source {
  line(maxBytes: number): Promise<Buffer | undefined>
  take(count: number): Promise<Buffer | undefined>
}

/** Buffers only the requested bytes, and what arrived with them. */
function bytesOf(stream: Readable): Source {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>
  let rest: Buffer = Buffer.alloc(0)
  const next = async (): Promise<Buffer | undefined> => {
    const { value, done } = await chunks.next().catch(() => ({ value: undefined, done: true as const }))
    return done ? undefined : value
  }
  const split = (held: Buffer[], at: number, skip = 0): Buffer => {
    const all = held.length === 1 ? held[0]! : Buffer.concat(held)
    rest = all.subarray(at + skip)
    return all.subarray(0, at)
  }
  return {
    async line(maxBytes) {
      const held: Buffer[] = []
      let [size, chunk] = [0, rest as Buffer | undefined]
      for (; chunk; chunk = await next()) {
        held.push(chunk)
        const end = chunk.indexOf(10)
        if (end >= 0) return split(held, size + end, 1)
        size += chunk.length
        if (size > maxBytes) throw new BrokenFrames('a line without an end')
      }
      return undefined
    },
    async take(count) {
      const held: Buffer[] = []
      let [size, chunk] = [0, rest as Buffer | undefined]
      for (; chunk; chunk = await next()) {
        held.push(chunk)
        size += chunk.length
        if (size >= count) return split(held, count)
      }
      return undefined
    },
  }
}
