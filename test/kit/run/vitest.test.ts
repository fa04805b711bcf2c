import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isAlive } from '../../../src/postgres/processes.ts'
import { type FakeClock, fakeClock } from '../clock.ts'
import { newFolder } from '../files.ts'
import { waitUntil } from '../wait-until.ts'
import { type RunState, watchRun } from './run-watch.ts'
import { type TestTally, runVitest, runWithSecondChance } from './vitest.ts'

const say = (): void => undefined

/** Options of a run of these files only. */
function runOf(files: Record<string, string>): { folder: string; args: string[] } {
  const { path: folder, remove } = newFolder()
  onTestFinished(remove)
  const config = `export default { test: { name: 'small', globals: true, isolate: false, testTimeout: 600_000, hookTimeout: 600_000 } }`
  for (const [name, text] of Object.entries({ 'vitest.config.js': config, ...files }))
    writeFileSync(join(folder, name), text)
  return { folder, args: [`--root=${folder}`, `--config=${join(folder, 'vitest.config.js')}`] }
}

it('runs the files that failed once more by themselves: one passes and is unsteady, the other fails for good', async () => {
  const { args } = runOf({
    'steady.test.js': `it('passes', () => {})\nit.skip('waits', () => {})`,
    'unsteady.test.js': `import { existsSync, writeFileSync } from 'node:fs'
      it('passes', () => {})
      it('wants a marker', () => {
        const marker = import.meta.dirname + '/marker'
        if (existsSync(marker)) return
        writeFileSync(marker, '')
        throw new Error('no marker')
      })`,
    'broken.test.js': `it('fails', () => expect(1).toBe(2))`,
  })
  const runs: string[][] = []
  const outcome = await runWithSecondChance(args, {
    say,
    run: (args) => {
      runs.push(args.filter((arg) => !arg.startsWith('-')).map((path) => path.replace(/.*\//, '')))
      return runVitest(args, { say, stdio: 'ignore' })
    },
  })
  expect(outcome).toEqual({
    passed: 3,
    failed: 1,
    skipped: 1,
    unsteady: ['unsteady.test.js: wants a marker\n  no marker'],
  })
  expect(runs.map((files) => files.toSorted())).toEqual([[], ['broken.test.js', 'unsteady.test.js']])
})

const failing = (many: number): TestTally => ({
  passed: 10,
  failed: many,
  skipped: 0,
  failedFiles: Array.from({ length: many }, (_, at) => ({
    path: `/${at}.test.ts`,
    project: 'small',
    failures: ['fails'],
    counts: { passed: 0, failed: 1, skipped: 0 },
  })),
  isComplete: true,
})

it.each<[string, TestTally]>([
  ['nothing failed', failing(0)],
  ['more than three files failed', failing(4)],
  ['an error belongs to no test, or someone interrupted the run', { ...failing(1), isComplete: false }],
])('runs once if %s', async (_when, tally) => {
  let runs = 0
  const run = async (): Promise<TestTally> => {
    runs += 1
    return tally
  }
  const { passed, failed } = tally
  expect(await runWithSecondChance([], { run, say })).toMatchObject({ passed, failed, unsteady: [] })
  expect(runs).toBe(1)
})

// Each says that it is stuck, and leaves a process of a session of its own.
const leaveProcess = `
  import { spawn } from 'node:child_process'
  import { writeFileSync } from 'node:fs'
  import { createServer } from 'node:http'
  const stick = () => {
    const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { detached: true, stdio: 'ignore' })
    writeFileSync(import.meta.dirname + '/left', String(left.pid))
  }`

const neverExits = `
  it('ends', () => {})
  afterAll(() => {
    process.on('SIGTERM', () => {})
    process.on('message', (message) => {
      if (!JSON.stringify(message).includes('stop')) return
      stick()
      for (;;);
    })
  })`

// A worker ends its servers and timers with itself. The run waits for whoever may still write to its output.
const leavesOpen = `
  it('leaves all of it open', () => {
    setInterval(() => {}, 1000)
    createServer().listen(0, '127.0.0.1')
    const ignoring = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6)"
    const left = spawn(process.execPath, ['-e', ignoring], { stdio: 'inherit' })
    writeFileSync(import.meta.dirname + '/left', String(left.pid))
  })`

it.each([
  ['a test never ends', `it('passes', () => {}); it('waits', () => new Promise(stick))`, 'stuck.test.js: waits', 1],
  ['a test blocks its process', `it('blocks', () => { stick(); for (;;); })`, 'stuck.test.js: ', 0],
  ['tidying up never ends', `it('ends', () => {}); afterAll(() => new Promise(stick))`, 'stuck.test.js: afterAll', 1],
  ['its worker never exits', neverExits, 'Every file has ended', 1],
  ['a process that ignores SIGTERM keeps its output open', leavesOpen, "-e process.on('SIGTERM'", 1],
])('ends a run and all its processes if %s', async (_what, text, where, passed) => {
  const { folder, args } = runOf({ 'stuck.test.js': `${leaveProcess}\n${text}` })
  const [clock, said] = [fakeClock(), [] as string[]]
  let isOver = false
  let ended = 0
  const onState = ({ counts }: RunState): void => void (ended = counts.passed)
  const run = runVitest(args, { say: (text) => void said.push(text), stdio: 'ignore', clock, onState })
  const tally = run.finally(() => (isOver = true))
  const pid = await waitUntil(() => Number(read(join(folder, 'left'))))
  await waitUntil(() => ended === passed)
  await waitUntil(() => {
    clock.advance(1000)
    return isOver
  }, 20)
  expect(said.join('\n')).toContain(where)
  expect(await tally).toMatchObject({ passed, failed: 1, isComplete: false })
  expect(isAlive(pid)).toBe(false)
})

const read = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')

describe('watchRun', () => {
  const pass = (clock: FakeClock, seconds: number): void => {
    for (let second = 0; second < seconds; second++) clock.advance(1000)
  }

  it('is quiet while tests end, and after a suspension', () => {
    const clock = fakeClock()
    let isStuck = false
    const watch = watchRun({ clock, speed: () => 1 }, () => (isStuck = true))
    for (let minute = 0; minute < 10; minute++) {
      pass(clock, 60)
      watch.note({ counts: { passed: minute, failed: 0, skipped: 0 }, open: [] })
    }
    clock.advance(3_600_000)
    expect(isStuck).toBe(false)
    pass(clock, 119)
    expect(isStuck).toBe(true)
  })

  it.each([
    [10, 120],
    [1, 120],
    [0.5, 240],
    [0.01, 600],
  ])('at speed %d it waits for %d s', (speed, seconds) => {
    const clock = fakeClock()
    let isStuck = false
    watchRun({ clock, speed: () => speed }, () => (isStuck = true))
    pass(clock, seconds - 1)
    expect(isStuck).toBe(false)
    // Fractions do not add up exactly.
    pass(clock, 2)
    expect(isStuck).toBe(true)
  })
})
