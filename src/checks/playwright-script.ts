// Judges a Playwright script when it is saved: what it may import, how many tests it holds. Reading it is never running it.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { type Parsed, type ScriptProblem, type Titled, type Tree, parserOptions, readTree } from './playwright-tree.ts'

export const maxScriptBytes = 65_536
const parsingTimeoutMs = 10_000

export interface Script {
  readonly problems: readonly ScriptProblem[]
  readonly tests: readonly Titled[]
  readonly steps: readonly (Titled & { readonly slug: string })[]
}

const recent = new Map<string, Script>()
const remembered = 100

export function readScript(source: string): Script {
  if (Buffer.byteLength(source) > maxScriptBytes) {
    return refused(lineOfByte(source, maxScriptBytes), 'goes past the 64 KB a script may hold')
  }
  const key = createHash('sha256').update(source).digest('base64')
  const known = recent.get(key)
  if (known) return known

  const tree = treeOf(source)
  if (!tree) return refused(1, 'is nested too deeply or takes too long to read')
  const script = { ...tree, steps: tree.steps.map((step) => ({ ...step, slug: stepSlug(step.title) })) }
  recent.set(key, script)
  if (recent.size > remembered) recent.delete(recent.keys().next().value ?? key)
  return script
}

/** The step metrics a rule on this script can name. */
export function stepMetrics(script: Script): string[] {
  return [...new Set(script.steps.map((step) => `metrics['playwright.step.${step.slug}.duration_ms']`))]
}

/** Made from the title alone, so that a run and this reading agree; a title without Latin letters or digits gets its hash. */
export function stepSlug(title: string): string {
  const ascii = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = ascii.replace(/[^a-z0-9]+/g, '_').slice(0, 64).replace(/^_|_$/g, '')
  return slug === '' ? `step_${createHash('sha256').update(title).digest('hex').slice(0, 8)}` : slug
}

function treeOf(source: string): Tree | null {
  const parsed = parse(source)
  try {
    return parsed && readTree(parsed, source)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

// The native parser ends its whole process on deep nesting and takes minutes over 64 KB of `a<a<a<`.
// A process of its own does no harm when it ends, and ends itself after 1.5 s of work.
function parse(source: string): Parsed | null {
  const parser = fileURLToPath(new URL('./playwright-parser.mjs', import.meta.url))
  const run = spawnSync(process.execPath, [parser, JSON.stringify(parserOptions)], {
    input: source,
    encoding: 'utf8',
    env: {},
    timeout: parsingTimeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: 32 * 1024 * 1024,
  })
  if (run.signal) return null
  if (run.error || run.status !== 0) throw new Error(`The script parser failed: ${run.stderr}`, { cause: run.error })
  return JSON.parse(run.stdout) as Parsed | null
}

function refused(line: number, message: string): Script {
  return { problems: [{ line, column: 1, message }], tests: [], steps: [] }
}

function lineOfByte(source: string, bytes: number): number {
  return Buffer.from(source).subarray(0, bytes).toString().split(/\r\n|[\n\r\u2028\u2029]/).length
}
