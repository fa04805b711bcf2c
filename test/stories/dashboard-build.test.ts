// Builds the dashboard in a small checkout with stand-ins for npm and Vite.
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { isAlive } from '../../src/postgres/processes.ts'
import { createInstaller } from '../../src/roles/installer.ts'
import { checkout, closedFolder } from '../kit/lapwing/process.ts'
import { waitUntil } from '../kit/wait-until.ts'

const npm = join(checkout, 'test', 'kit', 'run', 'npm-cli.js')
const isRoot = process.getuid?.() === 0

/** Copies its source as the page; fails on a broken source. */
const vite = `
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const folder = process.argv[process.argv.indexOf('--outDir') + 1]
const source = readFileSync('src/main.tsx', 'utf8')
if (source.includes('broken')) { console.error('src/main.tsx:1 is broken'); process.exit(1) }
mkdirSync(folder + '/assets', { recursive: true })
writeFileSync(folder + '/index.html', source.repeat(100))
`

let folder = ''
const here = (name: string): string => join(folder, name)
const write = (name: string, content: string): void => writeFileSync(here(name), content)
const page = (home = folder): string => readFileSync(join(home, 'web/dist/index.html'), 'utf8')
const installs = (): number =>
  existsSync(here('web/npm.log')) ? readFileSync(here('web/npm.log'), 'utf8').split('\n').length - 1 : 0

beforeEach(() => {
  folder = closedFolder()
  cpSync(join(checkout, 'scripts'), here('scripts'), { recursive: true })
  for (const name of ['sdk/src', 'web/src', 'packages/vite/bin']) mkdirSync(here(name), { recursive: true })
  write('web/package.json', '{}')
  const locked = { '': {}, 'node_modules/vite': { name: 'vite', version: '8.0.0', integrity: 'sha512-vite' } }
  write('web/package-lock.json', JSON.stringify({ packages: locked }))
  write('packages/vite/bin/vite.js', vite)
  write('web/src/main.tsx', 'one')
  write('sdk/src/client.ts', '')
})

async function build(options: SpawnOptions = {}): Promise<{ code: number; messages: any[] }> {
  const env = { PATH: process.env['PATH'], npm_execpath: npm, STAND_INS: here('packages') }
  const how: SpawnOptions = { env, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'], ...options }
  const child = spawn(process.execPath, [here('scripts/web.mjs'), here('data')], how)
  const [[code], said] = await Promise.all([once(child, 'close'), text(child.stdout!)])
  return {
    code: code as number,
    messages: said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  }
}

it('installs and builds once with progress messages, and does nothing the next time', async () => {
  expect(await build()).toEqual({
    code: 0,
    messages: [
      { doing: 'installing the packages that build the dashboard' },
      { doing: expect.stringMatching(/^npm installs the packages, .* an unusual entry: node_modules\/vite$/) },
      { doing: 'building the dashboard' },
      { ready: here('web/dist') },
    ],
  })
  expect(existsSync(here('web/dist/index.html.br'))).toBe(true)
  expect(await build()).toEqual({ code: 0, messages: [{ ready: here('web/dist') }] })
  expect(installs()).toBe(1)
})

it.each([
  ['web', 'web/src/main.tsx'],
  ['the client it uses', 'sdk/src/client.ts'],
])('builds again when %s has changed', async (_what, file) => {
  await build()
  write(file, 'two')
  expect((await build()).messages).toEqual([{ doing: 'building the dashboard' }, { ready: here('web/dist') }])
})

it('reports why the build failed, and keeps the previous one', async () => {
  await build()
  write('web/src/main.tsx', 'broken')
  const { code, messages } = await build()
  expect([code, messages.at(-1)]).toEqual([
    1,
    { failed: 'The dashboard could not be built:\nsrc/main.tsx:1 is broken' },
  ])
  expect(page()).toContain('one')
})

it('reports why its packages could not be installed', async () => {
  write('web/npm-fails', '')
  const { code, messages } = await build()
  expect(code).toBe(1)
  expect(messages.at(-1).failed).toContain('the network is down')
})

it('builds once when two start at once', async () => {
  const both = await Promise.all([build(), build()])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(installs()).toBe(1)
})

it('ends silently when its parent process is gone', async () => {
  const env = { PATH: process.env['PATH'], npm_execpath: npm, STAND_INS: here('packages') }
  const child = spawn(process.execPath, [here('scripts/web.mjs'), here('data')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  const [said] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect(said).toBe('')
})

describe('an installer', () => {
  const patientNpm = `
    const { writeFileSync } = require('node:fs')
    if (process.argv[2] === 'config') process.exit(1)
    process.on('SIGTERM', () => {})
    writeFileSync(process.env.PID_FILE, String(process.pid))
    setInterval(() => {}, 1e6)`

  function installing() {
    mkdirSync(here('bin'))
    write('bin/npm-cli.js', patientNpm)
    const env = { PATH: process.env['PATH'], npm_execpath: here('bin/npm-cli.js'), PID_FILE: here('pid') }
    const options = { program: here('scripts/web.mjs'), dataDir: here('data'), env }
    return { options, npmStarted: () => waitUntil(() => existsSync(here('pid')) && Number(readFileSync(here('pid')))) }
  }

  it('is gone with its npm when it is stopped', async () => {
    const { options, npmStarted } = installing()
    const installer = createInstaller({ ...options, onLine: () => undefined, onError: () => undefined })
    installer.start()
    const npm = await npmStarted()
    await installer.stop()
    await expect.poll(() => isAlive(npm)).toBe(false)
  })

  it('is gone with its npm when its Lapwing is killed', async () => {
    const { options, npmStarted } = installing()
    const script = `
      import { createInstaller } from ${JSON.stringify(join(checkout, 'src/roles/installer.ts'))}
      createInstaller({ ...${JSON.stringify(options)}, onLine() {}, onError() {} }).start()
      setInterval(() => {}, 1e6)`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
    const npm = await npmStarted()
    parent.kill('SIGKILL')
    await expect.poll(() => isAlive(npm)).toBe(false)
  })
})

it('accepts a build without sources', async () => {
  await build()
  spawnSync('rm', ['-r', here('web/src'), here('web/package.json'), here('sdk')])
  expect(await build()).toEqual({ code: 0, messages: [{ ready: here('web/dist') }] })
})

describe.skipIf(!isRoot)('in a checkout that this user cannot write to (needs root)', () => {
  const nobody = { uid: 65_534, gid: 65_534 }

  beforeEach(({ skip }) => {
    chmodSync(folder, 0o755)
    mkdirSync(here('data'))
    chmodSync(here('data'), 0o777)
    const mayRead = spawnSync('test', ['-r', npm], nobody).status === 0
    skip(!mayRead, 'this checkout lies where an ordinary user cannot read it')
  })

  it('builds into the data folder, and again after changes', async () => {
    expect((await build(nobody)).messages.at(-1)).toEqual({ ready: here('data/dashboard/web/dist') })
    write('web/src/main.tsx', 'two')
    await build(nobody)
    expect(page(here('data/dashboard'))).toContain('two')
    expect(existsSync(here('web/dist'))).toBe(false)
  })

  it('uses an existing build', async () => {
    await build()
    expect((await build(nobody)).messages).toEqual([{ ready: here('web/dist') }])
  })
})
