// Validates a Playwright script when it is saved: its imports and the number of its tests. The script is never run.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createFewAtOnce } from '../../../domain/limits/few-at-once.ts'
import { type ParsedScript, type ScriptProblem, type TitledTest, type Tree, parserOptions, readTree } from './tree.ts'

export const maxScriptBytes = 65_536
// A busy machine takes seconds to start a process.
const parsingTimeoutMs = 60_000

export interface Script {
  readonly problems: readonly ScriptProblem[]
  readonly tests: readonly TitledTest[]
  readonly steps: readonly (TitledTest & { readonly slug: string })[]
  /** It uses top-level await, so it must be a module. */
  readonly awaits: boolean
}

const remembered = 100
const recent = new Map<string, Script>()

export async function readScript(source: string): Promise<Script> {
  if (Buffer.byteLength(source) > maxScriptBytes) {
    return refused(lineOfByte(source, maxScriptBytes), 'is larger than the 64 KB a script can have')
  }
  const key = createHash('sha256').update(source).digest('base64')
  const known = recent.get(key)
  if (known) return known

  const tree = await treeOf(source)
  if (!tree) return refused(1, 'is nested too deeply or takes too long to read')
  const script = { ...tree, steps: tree.steps.map((step) => ({ ...step, slug: stepSlug(step.title) })) }
  recent.set(key, script)
  if (recent.size > remembered) recent.delete(recent.keys().next().value ?? key)
  return script
}

/**
 * Made from the title alone, so that a run and this parser agree; a title without Latin letters or digits gets a hash.
 */
export function stepSlug(title: string): string {
  const ascii = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = ascii
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 64)
    .replace(/^_|_$/g, '')
  return slug === '' ? `step_${createHash('sha256').update(title).digest('hex').slice(0, 8)}` : slug
}

async function treeOf(source: string): Promise<Tree | null> {
  const parsed = await fewAtOnce(() => parse(source))
  try {
    return parsed && readTree(parsed, source)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

// A transaction stays open while a script is saved.
const fewAtOnce = createFewAtOnce({
  maxCount: 2,
  maxWaiting: 4,
  tooMany: 'Too many scripts are being validated right now',
  retryAfterSeconds: 1,
})

// The native parser crashes its process on deep nesting and takes minutes for 64 KB of `a<a<a<`. A child process can
// crash safely, and ends itself after 1.5 s of CPU time.
async function parse(source: string): Promise<ParsedScript | null> {
  const parser = fileURLToPath(new URL('./parser.mjs', import.meta.url))
  const child = spawn(process.execPath, [parser, JSON.stringify(parserOptions)], {
    env: {},
    timeout: parsingTimeoutMs,
    killSignal: 'SIGKILL',
  })
  const ended = once(child, 'close') as Promise<[status: number | null, signal: string | null]>
  // The input closes if the parser is killed while it reads.
  child.stdin.on('error', () => undefined).end(source)
  const [answer, stderr, [status, signal]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (signal) return null
  if (status !== 0) throw new Error(`The script parser failed: ${stderr}`)
  return JSON.parse(answer) as ParsedScript | null
}

function refused(line: number, message: string): Script {
  return { problems: [{ line, column: 1, message }], tests: [], steps: [], awaits: false }
}

function lineOfByte(source: string, bytes: number): number {
  return Buffer.from(source)
    .subarray(0, bytes)
    .toString()
    .split(/\r\n|[\n\r\u2028\u2029]/).length
}
