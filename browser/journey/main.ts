// Runs the user's script of a journey with Playwright Test, and reports the result.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOrder, sendFile, sendOutput } from '../shared/answer.ts'
import { launchOptions } from '../shared/chromium.ts'
import { endsAt } from './framework/time.ts'
import { type Plan, type ScriptReport, folder, planFile, startMs, reportFile } from './plan.ts'

interface Input {
  readonly script: string
  /** Whether the script must be a module: it awaits at its top level. */
  readonly isModule: boolean
  readonly retry: boolean
  readonly trace: boolean
  /** For all tests together. */
  readonly timeoutMs: number
}

const require = createRequire(import.meta.url)
// Playwright Test ends by itself soon after the deadline, unless the script blocks it.
const patienceMs = 10_000
const maxStderr = 4000
const maxFiles = 20
const maxFileBytes = 24 * 1024 * 1024

const order = await readOrder<Input>()
const { input, proxy } = order
const startedAt = Date.now()
const time = { timeoutMs: input.timeoutMs, beganFile: join(folder, 'began') }
layOut()
const stderr = await run()
const isOutOfTime = leftMs() <= 0
const scriptReport = readReport()
const tooLarge = await sendFiles(scriptReport)
await sendOutput({ ...withoutPaths(scriptReport), stderr, isOutOfTime, tooLarge })
process.exit()

function layOut(): void {
  const modules = join(folder, 'node_modules')
  for (const scope of ['@playwright', '@faker-js']) mkdirSync(join(modules, scope), { recursive: true })
  symlinkSync(fileURLToPath(new URL('./framework', import.meta.url)), join(modules, '@playwright/test'))
  for (const name of ['otpauth', '@faker-js/faker']) symlinkSync(packageFolder(name), join(modules, name))
  writeFileSync(join(folder, input.isModule ? 'script.spec.mts' : 'script.spec.ts'), input.script)
  const plan: Plan = {
    folder,
    targetUrl: process.env['TARGET_URL'],
    retry: input.retry,
    trace: input.trace,
    time,
    launchOptions: launchOptions(order),
  }
  writeFileSync(planFile, JSON.stringify(plan))
}

function packageFolder(name: string): string {
  const inside = require.resolve(name)
  return inside.slice(0, inside.lastIndexOf(`/node_modules/${name}/`) + `/node_modules/${name}`.length)
}

function leftMs(): number {
  return (endsAt(time) ?? startedAt + startMs + input.timeoutMs) - Date.now()
}

/** Returns the error output of Playwright Test. */
async function run(): Promise<string> {
  const cli = join(dirname(require.resolve('@playwright/test/package.json')), 'cli.js')
  const config = fileURLToPath(new URL('./playwright.config.ts', import.meta.url))
  const child = spawn(process.execPath, [cli, 'test', '--config', config], {
    cwd: folder,
    env: { ...process.env, ...proxied(), FORCE_COLOR: '0', NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stderr = gather(child)
  const watching = setInterval(() => {
    // Everything in the box except this process.
    if (leftMs() < -patienceMs) process.kill(-1, 'SIGKILL')
  }, 200)
  await new Promise((resolve) => child.once('exit', resolve))
  clearInterval(watching)
  return stderr()
}

/** Requests of a script outside the browser use the same proxy. */
function proxied(): Record<string, string> {
  return { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, HTTPS_PROXY: proxy, http_proxy: proxy, https_proxy: proxy }
}

function gather({ stdout, stderr }: ChildProcess): () => string {
  let text = ''
  for (const stream of [stdout!, stderr!]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk.slice(0, maxStderr - text.length)
    })
  }
  return () => text
}

/** Screenshots first: they are small and useful. Returns the files that did not fit. */
async function sendFiles({ tests }: ScriptReport): Promise<{ name: string; bytes: number }[]> {
  const failed = tests.map(({ attempts }) => attempts.findLast(({ screenshot, trace }) => screenshot || trace))
  const pictures = failed.map((attempt, n) => ({ name: `screenshot-${n + 1}.png`, path: attempt?.screenshot }))
  const traces = failed.map((attempt, n) => ({ name: `trace-${n + 1}.zip`, path: attempt?.trace }))
  const tooLarge: { name: string; bytes: number }[] = []
  let files = 0
  let bytes = 0
  for (const { name, path } of [...pictures, ...traces]) {
    const size = path ? statSync(path, { throwIfNoEntry: false })?.size : undefined
    if (!path || size === undefined) continue
    if (files === maxFiles || bytes + size > maxFileBytes) {
      tooLarge.push({ name, bytes: size })
      continue
    }
    files += 1
    bytes += size
    await sendFile(name, readFileSync(path))
  }
  return tooLarge
}

function withoutPaths(report: ScriptReport) {
  const tests = report.tests.map(({ attempts, ...test }) => ({
    ...test,
    attempts: attempts.map(({ screenshot: _, trace: __, ...attempt }) => attempt),
  }))
  return { ...report, tests }
}

function readReport(): ScriptReport {
  try {
    return JSON.parse(readFileSync(reportFile, 'utf8')) as ScriptReport
  } catch {
    // Playwright Test failed before it reported anything.
    return { tests: [], errors: [], output: '', isOver: false }
  }
}
