// Reads what a program answers: lines of JSON, each file's bytes behind its line. A hostile script writes what it likes.
import type { Readable } from 'node:stream'
import { BrowserProgramFailed } from './program-failed.ts'

export interface ProgramFile {
  readonly name: string
  readonly bytes: Buffer
}

const mb = 1024 * 1024
const maxFiles = 20
const maxFileBytes = 30 * mb
const maxLine = 8 * mb

export interface Frames {
  /** Those that are complete so far. */
  readonly files: readonly ProgramFile[]
  /** Resolves with the last frame; undefined when there was none before the stream ended. */
  readonly output: Promise<{ readonly output: unknown } | undefined>
}

export function readFrames(stream: Readable, onStart: () => void): Frames {
  const files: ProgramFile[] = []
  const output = read(bytesOf(stream), { files, onStart })
  return { files, output }
}

async function read(
  source: Source,
  { files, onStart }: { files: ProgramFile[]; onStart: () => void },
): Promise<{ readonly output: unknown } | undefined> {
  let left = maxFileBytes
  for (;;) {
    const line = await source.line(maxLine)
    if (line === undefined) return undefined
    const frame = frameIn(line)
    if ('output' in frame) return { output: frame.output }
    if ('started' in frame) {
      onStart()
      continue
    }
    left -= frame.bytes
    if (files.length === maxFiles || left < 0) throw broken('more files than there is room for')
    const bytes = await source.take(frame.bytes)
    if (!bytes) return undefined
    files.push({ name: frame.file, bytes })
  }
}

type ProgramFrame = { output: unknown } | { started: true } | { file: string; bytes: number }

function frameIn(line: string): ProgramFrame {
  const frame = parsed(line)
  if (typeof frame !== 'object' || frame === null) throw broken('something else than frames')
  if ('output' in frame) return { output: frame.output }
  if ('started' in frame) return { started: true }
  const { file, bytes } = frame as Partial<Record<string, unknown>>
  if (typeof file !== 'string' || !/^[\w.-]{1,100}$/.test(file)) throw broken('a file without a proper name')
  if (!Number.isSafeInteger(bytes) || (bytes as number) < 0) throw broken('a file without a proper size')
  return { file, bytes: bytes as number }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw broken('something else than frames')
  }
}

const broken = (what: string): BrowserProgramFailed =>
  new BrowserProgramFailed(`not checked: the browser program answered with ${what}`)

interface Source {
  line(maxCount: number): Promise<string | undefined>
  take(count: number): Promise<Buffer | undefined>
}

/** Holds no more than what was asked for, and what came with it. */
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
    async line(most) {
      const held: Buffer[] = []
      let [size, chunk] = [0, rest as Buffer | undefined]
      for (; chunk; chunk = await next()) {
        held.push(chunk)
        const end = chunk.indexOf(10)
        if (end >= 0) return split(held, size + end, 1).toString('utf8')
        size += chunk.length
        if (size > most) throw broken('a line without an end')
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
