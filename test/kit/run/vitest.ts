// One run of vitest with what it counted, and the second run of the few files that failed in it.
import { type SpawnOptions, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { memoryFolder } from './memory-folder.ts'

export interface TestCounts {
  passed: number
  failed: number
  skipped: number
}

interface FailedFile {
  readonly path: string
  readonly project: string
  /** A line for each failed test. */
  readonly failures: readonly string[]
  readonly counts: TestCounts
}

/** Written by the reporter. */
export interface TestTally extends TestCounts {
  readonly failedFiles: readonly FailedFile[]
  /** Whether the run was neither interrupted nor had errors that belong to no test. */
  readonly isComplete: boolean
}

export interface TestOutcome extends TestCounts {
  /** Failures of files that failed beside others and passed alone. */
  readonly unsteady: readonly string[]
}

type RunTests = (args: readonly string[]) => Promise<TestTally>

const root = dirname(dirname(dirname(import.meta.dirname)))
const maxRerunFiles = 3

/** Runs vitest; a run in which nothing passed, or that broke outside of its tests, has failed. */
export async function runVitest(
  args: readonly string[],
  { say, stdio = 'inherit' }: { say: (text: string) => void; stdio?: SpawnOptions['stdio'] },
): Promise<TestTally> {
  const inMemory = memoryFolder()
  const folder = mkdtempSync(join(tmpdir(), 'lapwing-test-report-'))
  const file = join(folder, 'tally.json')
  const env = { TALLY_FILE: file, ...(inMemory && { TMPDIR: inMemory.path }) }
  // The other way to load its configuration writes into node_modules, which may be read-only.
  const options = ['--configLoader=native', `--reporter=${join(import.meta.dirname, 'progress.ts')}`, ...args]
  try {
    const { code } = await runProgram({ package: 'vitest', bin: 'vitest' }, ['run', ...options], { env, stdio })
    const tally: TestTally = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as TestTally)
      : { passed: 0, failed: 0, skipped: 0, failedFiles: [], isComplete: false }
    if (tally.failed > 0 || (tally.passed > 0 && code === 0)) return tally
    const why = tally.passed > 0 ? 'vitest reports an error outside of them, which is shown above' : 'none was run'
    say(`✗ no test failed, but ${why}`)
    return { ...tally, failed: 1 }
  } finally {
    inMemory?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs the tests and, if only a few files failed, those once more by themselves. Files that fail twice have failed. */
export async function runWithSecondChance(
  args: readonly string[],
  { run, say }: { run: RunTests; say: (text: string) => void },
): Promise<TestOutcome> {
  const first = await run(args)
  const again = first.failedFiles
  const isRerun = again.length > 0 && again.length <= maxRerunFiles && first.isComplete
  if (!isRerun) return { ...first, unsteady: [] }
  say(`\ntest files that failed, run again by themselves: ${again.length} …`)
  const flags = [...args.filter((arg) => arg.startsWith('-')), ...again.map(({ project }) => `--project=${project}`)]
  const second = await run([...flags, ...again.map(({ path }) => path)])
  const passed = again.filter((file) => !second.failedFiles.some(({ path }) => path === file.path))
  const count = (key: keyof TestCounts): number =>
    again.reduce((sum, { counts }) => sum - counts[key], first[key]) + second[key]
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    unsteady: passed.flatMap(({ failures }) => failures),
  }
}

export interface PackagedProgram {
  readonly package: string
  readonly bin: string
}

/** Its output, unless that is for the terminal. */
export async function runProgram(
  { package: name, bin }: PackagedProgram,
  args: readonly string[],
  { env, stdio = 'inherit' }: Pick<SpawnOptions, 'env' | 'stdio'> = {},
): Promise<{ code: number; output: string }> {
  const folder = join(root, 'node_modules', name)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: Record<string, string> }
  const program = join(folder, manifest.bin[bin]!)
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    stdio,
    env: { ...process.env, ...env, NODE_ENV: 'test' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
