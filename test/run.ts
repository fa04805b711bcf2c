// `npm test`: type check, format, lint, unused code, then every test. The last line says how many passed and failed.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

interface Report {
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

interface Tally {
  passed: number
  failed: number
  skipped: number
}

const root = dirname(import.meta.dirname)
const say = (text: string): boolean => process.stdout.write(`${text}\n`)

const steps = [
  { title: 'type check', package: 'typescript', bin: 'tsc', args: ['--noEmit'] },
  { title: 'format', package: 'oxfmt', bin: 'oxfmt', args: ['--check'] },
  { title: 'lint', package: 'oxlint', bin: 'oxlint', args: ['--deny-warnings'] },
  { title: 'unused files, exports and packages', package: 'knip', bin: 'knip', args: [] },
]

let interrupted = false
// A terminal sends Ctrl-C to the programs below as well: they end by themselves, and what is known is still counted.
process.on('SIGINT', () => {
  interrupted = true
})

const total: Tally = { passed: 0, failed: 0, skipped: 0 }
try {
  add(debianPackages())
  for (const step of steps) add(await check(step))
  add(await runTests(process.argv.slice(2)))
} finally {
  if (total.passed + total.failed === 0) say('Nothing was run.')
  const bad = total.failed > 0 || total.passed === 0
  process.exitCode = interrupted ? 130 : bad ? 1 : 0
  say(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
}

function add({ passed = 0, failed = 0, skipped = 0 }: Partial<Tally>): void {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}

/** Tests that need a missing package are skipped, which on CI would look as if all were well. */
function debianPackages(): Partial<Tally> {
  const setUp = join(root, 'scripts', 'setup.mjs')
  const missing = execFileSync(process.execPath, [setUp, '--missing'], { encoding: 'utf8' })
  if (missing === '') return {}
  const onCi = process.env['CI'] === 'true'
  const names = missing.trim().split('\n').join(', ')
  say(`${onCi ? '✗' : '!'} missing Debian packages: ${names}; tests that need them ${onCi ? 'fail' : 'are skipped'}`)
  return { failed: onCi ? 1 : 0 }
}

async function check(step: (typeof steps)[number]): Promise<Partial<Tally>> {
  if (interrupted) return {}
  say(`${step.title} …`)
  const started = performance.now()
  const code = await run(step, step.args)
  say(`${code === 0 ? '✓' : '✗'} ${step.title} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return code === 0 ? { passed: 1 } : { failed: 1 }
}

async function runTests(args: string[]): Promise<Partial<Tally>> {
  if (interrupted) return {}
  say('tests …')
  const folder = mkdtempSync(join(tmpdir(), 'lapwing-test-report-'))
  const file = join(folder, 'report.json')
  const chosen = args.some((arg) => arg.startsWith('--reporter'))
  const reporters = [...(chosen ? [] : ['--reporter=default']), '--reporter=json', `--outputFile.json=${file}`]
  try {
    // The other way to load its configuration writes into node_modules, which may be read-only.
    const options = ['--configLoader=native', ...reporters, ...args]
    const code = await run({ package: 'vitest', bin: 'vitest' }, ['run', ...options])
    return count(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined, code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function count(report: Report | undefined, code: number): Tally {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 }
  for (const { status, assertionResults } of report?.testResults ?? []) {
    const failed = assertionResults.filter((result) => result.status === 'failed').length
    const passed = assertionResults.filter((result) => result.status === 'passed').length
    tally.passed += passed
    tally.skipped += assertionResults.length - passed - failed
    // A file that cannot be read, or whose preparation fails, has no failed test of its own.
    tally.failed += failed > 0 || status !== 'failed' ? failed : 1
  }
  if (tally.passed + tally.failed === 0) {
    say(tally.skipped > 0 ? '✗ every test was skipped' : '✗ no test was run')
    tally.failed = 1
  } else if (code !== 0 && tally.failed === 0) {
    say('✗ the tests passed, but vitest reports an error outside of them; it is shown above')
    tally.failed = 1
  }
  return tally
}

async function run({ package: name, bin }: { package: string; bin: string }, args: string[]): Promise<number> {
  const folder = join(root, 'node_modules', name)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: Record<string, string> }
  const env = { ...process.env, NODE_ENV: 'test' }
  const program = join(folder, manifest.bin[bin]!)
  const child = spawn(process.execPath, [program, ...args], { cwd: root, stdio: 'inherit', env })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
