// `npm test`: type check, format, lint, unused code, and beside them every test. The last line says how many passed and
// failed. `npm run test:quick -- checks/http`: only the tests whose path has these parts, in this order.
import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { accessSync, constants, globSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type PackagedProgram,
  type TestCounts,
  type TestOutcome,
  runProgram,
  runVitest,
  runWithSecondChance,
} from './kit/run/vitest.ts'

const root = dirname(import.meta.dirname)
const say = (text: string): boolean => process.stdout.write(`${text}\n`)

interface Step extends PackagedProgram {
  readonly title: string
  readonly args: string[]
  readonly env?: Record<string, string>
}

const steps: Step[] = [
  { title: 'type check', ...typeCheck('.', 'types') },
  { title: 'type check of web', ...typeCheck('web', 'web-types') },
  { title: 'type check of browser', ...typeCheck('browser', 'browser-types') },
  { title: 'format', package: 'oxfmt', bin: 'oxfmt', args: ['--check'] },
  { title: 'lint', package: 'oxlint', bin: 'oxlint', args: ['--deny-warnings'] },
  { title: 'unused files, exports and packages', package: 'knip', bin: 'knip', args: [] },
]

let interrupted = false
// A terminal sends Ctrl-C to the programs below as well: they end by themselves, and what is known is still counted.
process.on('SIGINT', () => {
  interrupted = true
})

const args = process.argv.slice(2)
const isQuick = args[0] === '--quick'
const total = { passed: 0, failed: 0, skipped: 0, unsteady: [] as string[] }
try {
  if (isQuick) add(await runTests(quickly(args.slice(1))))
  else {
    add(debianPackages())
    const [checked, tested] = await Promise.all([checkAll(), runTests(args)])
    for (const counts of [...checked, tested]) add(counts)
  }
} finally {
  if (total.passed + total.failed === 0) say('Nothing was run.')
  const bad = total.failed > 0 || total.passed === 0
  process.exitCode = interrupted ? 130 : bad ? 1 : 0
  for (const failure of total.unsteady)
    say(`\n! unsteady: ${failure.replace(/\n\s*/, ': ')} (failed beside other tests, passed alone)`)
  const others = [count(total.skipped, 'skipped'), count(total.unsteady.length, 'unsteady')].join('')
  say(`\n${total.passed} passed, ${total.failed} failed${others}`)
}

function count(many: number, of: string): string {
  return many > 0 ? `, ${many} ${of}` : ''
}

function add({ passed = 0, failed = 0, skipped = 0, unsteady = [] }: Partial<TestOutcome>): void {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  total.unsteady.push(...unsteady)
}

/** Tests that need a missing package are skipped, which on CI would look as if all were well. */
function debianPackages(): Partial<TestCounts> {
  const setUp = join(root, 'scripts', 'setup.mjs')
  const missing = execFileSync(process.execPath, [setUp, '--missing'], { encoding: 'utf8' })
  if (missing === '') return {}
  const onCi = process.env['CI'] === 'true'
  const names = missing.trim().split('\n').join(', ')
  say(`${onCi ? '✗' : '!'} missing Debian packages: ${names}; tests that need them ${onCi ? 'fail' : 'are skipped'}`)
  return { failed: onCi ? 1 : 0 }
}

async function checkAll(): Promise<Partial<TestCounts>[]> {
  const checked = []
  for (const step of steps) checked.push(await check(step))
  return checked
}

async function check(step: Step): Promise<Partial<TestCounts>> {
  if (interrupted) return {}
  const started = performance.now()
  const { code, output } = await runProgram(step, step.args, { stdio: ['ignore', 'pipe', 'pipe'], env: step.env })
  if (code !== 0) say(output.trimEnd())
  say(`${code === 0 ? '✓' : '✗'} ${step.title} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return code === 0 ? { passed: 1 } : { failed: 1 }
}

/**
 * One checker: several would each compute most types again, and the cores are busy with tests. It lives too briefly to
 * tidy up: with garbage collection it needs as much memory, and a tenth more CPU.
 */
function typeCheck(project: string, memory: string): Omit<Step, 'title'> {
  const args = ['--noEmit', '--checkers', '1', '--project', project, ...remembered(memory)]
  return { package: 'typescript', bin: 'tsc', args, env: { GOGC: 'off' } }
}

/** What the type check knew the last time; where that cannot be written down, it starts from scratch. */
function remembered(name: string): string[] {
  const folder = join(root, 'node_modules', '.cache', 'lapwing')
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch {
    return []
  }
  return ['--incremental', '--tsBuildInfoFile', join(folder, `${name}.tsbuildinfo`)]
}

/** Undefined when nothing has such a path. */
function quickly(args: string[]): string[] | undefined {
  const wished = args.filter((arg) => !arg.startsWith('-'))
  const patterns = wished.map((parts) => new RegExp(parts.split('/').map(RegExp.escape).join('.*/.*')))
  const known = globSync('{src,sdk,cli,test,browser,web/src}/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
  const files = known.filter((file) => patterns.some((pattern) => pattern.test(file)))
  if (files.length > 0) return [...args.filter((arg) => arg.startsWith('-')), ...files]
  say(`No test file has ${wished.join(' or ') || 'nothing'} in its path. Try: npm run test:quick -- checks/http`)
  return undefined
}

async function runTests(args: string[] | undefined): Promise<Partial<TestOutcome>> {
  if (interrupted || args === undefined) return {}
  // A second chance gets the same seed.
  const seed = (process.env['LAPWING_SIMULATION_SEED'] ??= String(randomInt(1, 1_000_000_000)))
  say(`tests, with LAPWING_SIMULATION_SEED=${seed} …`)
  return isQuick
    ? runVitest(args, { say })
    : runWithSecondChance(args, { run: (args) => runVitest(args, { say }), say })
}
