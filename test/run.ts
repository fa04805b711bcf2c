// `npm test`: type check, format, lint, unused code, and beside them every test. The last line says how many passed and
// failed. `npm run test:quick -- checks/http`: only the tests whose path has these parts, in this order.
import { type SpawnOptions, execFileSync, spawn } from 'node:child_process'
import { accessSync, constants, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { memoryFolder } from './kit/run/memory-folder.ts'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

const root = dirname(import.meta.dirname)
const say = (text: string): boolean => process.stdout.write(`${text}\n`)

interface Step extends Program {
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
const nothing: Counts = { passed: 0, failed: 0, skipped: 0 }
const total = { ...nothing }
try {
  if (args[0] === '--quick') add(await runTests(quickly(args.slice(1))))
  else {
    add(debianPackages())
    const [checked, tested] = await Promise.all([checkAll(), runTests(args)])
    for (const counts of [...checked, tested]) add(counts)
  }
} finally {
  if (total.passed + total.failed === 0) say('Nothing was run.')
  const bad = total.failed > 0 || total.passed === 0
  process.exitCode = interrupted ? 130 : bad ? 1 : 0
  say(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
}

function add({ passed = 0, failed = 0, skipped = 0 }: Partial<Counts>): void {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}

/** Tests that need a missing package are skipped, which on CI would look as if all were well. */
function debianPackages(): Partial<Counts> {
  const setUp = join(root, 'scripts', 'setup.mjs')
  const missing = execFileSync(process.execPath, [setUp, '--missing'], { encoding: 'utf8' })
  if (missing === '') return {}
  const onCi = process.env['CI'] === 'true'
  const names = missing.trim().split('\n').join(', ')
  say(`${onCi ? '✗' : '!'} missing Debian packages: ${names}; tests that need them ${onCi ? 'fail' : 'are skipped'}`)
  return { failed: onCi ? 1 : 0 }
}

async function checkAll(): Promise<Partial<Counts>[]> {
  const checked = []
  for (const step of steps) checked.push(await check(step))
  return checked
}

async function check(step: Step): Promise<Partial<Counts>> {
  if (interrupted) return {}
  const started = performance.now()
  const { code, output } = await run(step, step.args, { stdio: ['ignore', 'pipe', 'pipe'], env: step.env })
  if (code !== 0) say(output.trimEnd())
  say(`${code === 0 ? '✓' : '✗'} ${step.title} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return code === 0 ? { passed: 1 } : { failed: 1 }
}

/**
 * One checker: several would each work out most types anew, and the cores are busy with tests. It lives too briefly to
 * tidy up often.
 */
function typeCheck(project: string, memory: string): Omit<Step, 'title'> {
  const args = ['--noEmit', '--checkers', '1', '--project', project, ...remembered(memory)]
  return { package: 'typescript', bin: 'tsc', args, env: { GOGC: '400' } }
}

/** What the type check knew the last time; where that cannot be written down, it starts anew. */
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
  if (files.length > 0) return ['--project=lapwing', ...args.filter((arg) => arg.startsWith('-')), ...files]
  say(`No test file has ${wished.join(' or ') || 'nothing'} in its path. Try: npm run test:quick -- checks/http`)
  return undefined
}

async function runTests(args: string[] | undefined): Promise<Partial<Counts>> {
  if (interrupted || args === undefined) return {}
  say('tests …')
  const inMemory = memoryFolder()
  const folder = mkdtempSync(join(tmpdir(), 'lapwing-test-report-'))
  const file = join(folder, 'tally.json')
  const env = { TALLY_FILE: file, ...(inMemory && { TMPDIR: inMemory.path }) }
  // The other way to load its configuration writes into node_modules, which may be read-only.
  const options = ['--configLoader=native', '--reporter=./test/kit/run/progress.ts', ...args]
  try {
    const { code } = await run({ package: 'vitest', bin: 'vitest' }, ['run', ...options], { env })
    return judge(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Counts) : nothing, code)
  } finally {
    inMemory?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A run in which nothing passed, or that broke outside of its tests, is a failure. */
function judge(tally: Counts, code: number): Counts {
  if (tally.failed > 0 || (tally.passed > 0 && code === 0)) return tally
  const why = tally.passed > 0 ? 'vitest reports an error outside of them, which is shown above' : 'none was run'
  say(`✗ no test failed, but ${why}`)
  return { ...tally, failed: 1 }
}

interface Program {
  readonly package: string
  readonly bin: string
}

/** Its output, unless that is for the terminal. */
async function run(
  { package: name, bin }: Program,
  args: string[],
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
