import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newFolder } from '../files.ts'
import { type TestTally, runVitest, runWithSecondChance } from './vitest.ts'

const say = (): void => undefined

it('runs the files that failed once more by themselves: one passes and is unsteady, the other fails for good', async () => {
  const { path: folder, remove } = newFolder()
  onTestFinished(remove)
  const files = {
    'vitest.config.js': `export default { test: { name: 'small', globals: true } }`,
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
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const runs: string[][] = []
  const args = [`--root=${folder}`, `--config=${join(folder, 'vitest.config.js')}`]
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
