// One run of vitest with what it counted, and the second run of the few files that failed in it.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Clock, systemClock } from '../../../src/domain/clock.ts'
import { endProcesses } from './end-processes.ts'
import { runFolder } from './memory-folder.ts'
import { type RunState, describeStuck, watchRun } from './run-watch.ts'

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

/** Sent by the reporter. */
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

interface RunOptions {
  readonly say: (text: string) => void
  readonly stdio?: 'inherit' | 'ignore'
  readonly clock?: Clock
  /** Called with every change of what is under way. */
  readonly onState?: (state: RunState) => void
}

/** Runs vitest; a run in which nothing passed, that broke outside of its tests, or that is stuck, has failed. */
export async function runVitest(
  args: readonly string[],
  { say, stdio = 'inherit', clock = systemClock, onState }: RunOptions,
): Promise<TestTally> {
  const folder = runFolder()
  const reporters = ['progress.ts', 'open-tests.ts'].map((name) => `--reporter=${join(import.meta.dirname, name)}`)
  // The other way to load its configuration writes into node_modules, which may be read-only.
  const options = ['--configLoader=native', ...reporters, ...args]
  let tally: TestTally = { passed: 0, failed: 0, skipped: 0, failedFiles: [], isComplete: false }
  let ending: Promise<TestTally> | undefined
  const follow = (vitest: ChildProcess): (() => void) => {
    const watch = watchRun({ clock }, (state) => {
      say(describeStuck(state))
      ending = endProcesses(folder.path, vitest.pid).then((ended) => {
        say(`  Its processes were ended:${ended.map((command) => `\n    ${command}`).join('')}`)
        return stuckTally(state)
      })
    })
    vitest.on('message', (message: { state: RunState } | { tally: TestTally }) => {
      if ('tally' in message) tally = message.tally
      else {
        watch.note(message.state)
        onState?.(message.state)
      }
    })
    return watch.stop
  }
  try {
    const run = runProgram({ package: 'vitest', bin: 'vitest' }, ['run', ...options], {
      env: { TMPDIR: folder.path },
      stdio: [stdio, stdio, stdio, 'ipc'],
      follow,
    })
    const { code } = await run
    if (ending) return await ending
    if (tally.failed > 0 || (tally.passed > 0 && code === 0)) return tally
    const why = tally.passed > 0 ? 'vitest reports an error outside of them, which is shown above' : 'none was run'
    say(`✗ no test failed, but ${why}`)
    return { ...tally, failed: 1 }
  } finally {
    // A run that someone interrupts leaves its workers and their servers.
    await endProcesses(folder.path)
    folder.remove()
  }
}

/** Every open file has failed. */
function stuckTally({ counts, open }: RunState): TestTally {
  return { ...counts, failed: counts.failed + Math.max(open.length, 1), failedFiles: [], isComplete: false }
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

interface ProgramOptions extends Pick<SpawnOptions, 'env' | 'stdio'> {
  /** Called when it has started; what it returns is called when it has ended. */
  readonly follow?: (child: ChildProcess) => () => void
}

/** Its output, unless that is for the terminal. */
export async function runProgram(
  { package: name, bin }: PackagedProgram,
  args: readonly string[],
  { env, stdio = 'inherit', follow }: ProgramOptions = {},
): Promise<{ code: number; output: string }> {
  const folder = join(root, 'node_modules', name)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: Record<string, string> }
  const program = join(folder, manifest.bin[bin]!)
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    stdio,
    env: { ...process.env, ...env, NODE_ENV: 'test' },
  })
  const unfollow = follow?.(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise<{ code: number; output: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  }).finally(() => unfollow?.())
}
