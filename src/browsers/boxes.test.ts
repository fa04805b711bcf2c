import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer as createSocketServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { attempted, attempts, noBoxes } from '../../test/kit/browser/boxes.ts'
import { newFolder } from '../../test/kit/files.ts'
import { freePort } from '../../test/kit/servers/free-port.ts'
import { waitUntil } from '../../test/kit/wait-until.ts'
import { openNet } from '../../test/kit/checks/run-check.ts'
import { systemClock } from '../domain/clock.ts'
import { openBox } from './box.ts'
import { createBrowsers } from './index.ts'
import { removeLeftFolders } from './left-folders.ts'

const foldersOf = (pid: number): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`lapwing-box-${pid}-`))
const ours = (): string[] => foldersOf(process.pid)

/** Processes of this machine with this word in their arguments. */
function running(word: string): string[] {
  const started = (pid: string): string => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    } catch {
      return ''
    }
  }
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && started(pid).includes(`sleep ${word}`))
}

let markers = 0
const marker = (): string => `7${process.pid}.${++markers}`

it('reports a box that cannot be created by its exit, also when its input was not read', async () => {
  const installation = {
    bubblewrap: '/bin/false',
    chromium: '/bin/true',
    node: process.execPath,
    asRoot: false,
    programs: [],
    hidden: [],
  }
  expect(await openBox(installation, { command: ['true'] }).over).toEqual({ code: 1, printed: '' })
})

it('a box whose browser has been uninstalled is not checked, and leaves nothing behind', async () => {
  const installation = {
    bubblewrap: '/bin/false',
    chromium: '/nowhere/chrome',
    node: process.execPath,
    asRoot: false,
    programs: [],
    hidden: [],
  }
  const { signal } = new AbortController()
  const program = { name: 'page', input: {}, deadlineMs: 1000, signal, net: openNet() } as const
  await expect(createBrowsers({ installation, clock: systemClock }).run(program)).rejects.toMatchObject({
    name: 'BrowserProgramFailed',
    message: expect.stringMatching(/^not checked: the sandbox for the browser could not be made/),
  })
  expect(ours()).toEqual([])
})

// Without namespaces boxes cannot be created: then the catalog says so, and these tests are skipped.
describe.skipIf(noBoxes !== null)(`a program in a box${noBoxes ? ` (${noBoxes})` : ''}`, () => {
  it('sees only the programs of the system, and only the environment it was given', async () => {
    const folder = newFolder()
    onTestFinished(() => folder.remove())
    mkdirSync(join(folder.path, 'data'))
    writeFileSync(join(folder.path, 'data', 'secret'), 'secret')
    const env = { TARGET_URL: 'https://example.com', LD_PRELOAD: 'mine' }
    const { output } = await attempted('look', { to: folder.path, env })
    expect(output).toMatchObject({
      environment: { ...env, HOME: '/tmp' },
      passwd: expect.stringMatching(/^box:x:\d+:\d+::\/tmp:\/bin\/sh\n$/),
      requested: 'ENOENT',
      open: [],
      status: ['CapEff:\t0000000000000000', 'CapBnd:\t0000000000000000', 'NoNewPrivs:\t1', 'Seccomp:\t2'],
    })
    const { root, etc, processes, user, environment } = output as Record<string, any>
    expect(root).not.toEqual(expect.arrayContaining(['root']))
    for (const folder of ['home', 'root', 'var', 'sys', 'run', 'work']) expect(root).not.toContain(folder)
    for (const file of ['shadow', 'hostname', 'resolv.conf', 'hosts']) expect(etc).not.toContain(file)
    expect(Object.keys(environment)).toEqual(expect.not.arrayContaining(['USER', 'LAPWING_DATA_DIR']))
    expect(user.uid).not.toBe(process.getuid!())
    expect(processes).toBeLessThan(10)
  })

  it('writes only to its own folders, and gains no privileges', async () => {
    expect((await attempted('write')).output).toEqual(Array(6).fill(expect.stringMatching(/EROFS|EACCES/)))
    const refused = expect.stringMatching(/not permitted|denied|must be superuser/i)
    expect((await attempted('namespaces')).output).toEqual([refused, refused, refused, refused])
  })

  it.skipIf(!existsSync('/proc/self/autogroup'))(
    'stands back for everybody else, and cannot help itself to more of the processor',
    async () => {
      const { output } = await attempted('hurry', { niceness: 19 })
      const { session, anotherSession } = output as { session: string[]; anotherSession: string }
      expect(output).toMatchObject({
        niceness: [expect.any(String), 19],
        session: [expect.stringMatching(/ nice 19$/), 'EROFS', session[0]],
      })
      expect(anotherSession).toBe(session[0])
    },
  )

  it('reaches no socket of this machine: neither addresses nor abstract names', async () => {
    const server = createSocketServer().listen(0, '127.0.0.1')
    const name = `\0lapwing-test-${process.pid}`
    const abstract = createSocketServer().listen(name)
    await Promise.all([once(server, 'listening'), once(abstract, 'listening')])
    onTestFinished(() => void [server.close(), abstract.close()])
    const { port } = server.address() as { port: number }
    expect((await attempted('connect', { to: `tcp://127.0.0.1:${port}` })).output).toBe('ECONNREFUSED')
    expect((await attempted('connect', { to: 'tcp://169.254.169.254:80' })).output).toBe('ENETUNREACH')
    expect((await attempted('connect', { to: `unix:///${encodeURIComponent(name)}` })).output).toBe('ECONNREFUSED')
  })

  it.concurrent('is killed at its deadline, however busy; its output until then is kept', async () => {
    const files = [{ name: 'first.txt', bytes: Buffer.from('ok') }]
    expect(await attempted('hang', { deadlineMs: 15_000 })).toMatchObject({ output: null, files, ended: 'deadline' })
    expect(await attempted('block', { deadlineMs: 1000 })).toMatchObject({ output: null, files: [], ended: 'deadline' })
  })

  it.concurrent('opens ports, such as for debuggers, to nobody outside', async () => {
    const port = await freePort()
    let isOver = false
    const run = attempted('listen', { to: String(port), deadlineMs: 15_000 }).finally(() => (isOver = true))
    await waitUntil(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}`).catch((error: Error) => error.cause)
      expect(answer).toMatchObject({ code: 'ECONNREFUSED' })
      return isOver
    })
    expect(await run).toMatchObject({ files: [{ name: 'listening' }], ended: 'deadline' })
  })

  it('is limited in processes', async () => {
    const { output } = await attempted('fork')
    expect(output).toBeGreaterThan(100)
    expect(output).toBeLessThanOrEqual(512)
  })

  it('is killed when it fills its disk or its memory', async () => {
    expect(await attempted('fillDisk')).toMatchObject({ output: null, files: [], ended: 'disk' })
    expect(await attempted('fillMemory')).toMatchObject({ output: null, files: [], ended: 'memory' })
  })

  it('is killed when its processes have too many files open, whose memory counts for no process', async () => {
    expect(await attempted('openFiles')).toMatchObject({ output: null, files: [], ended: 'memory' })
  })

  it('is limited in open files, and is the first that the kernel kills when memory runs out', async () => {
    expect((await attempted('limits')).output).toEqual({ outOfMemory: 1000, lower: 'EROFS', openFiles: 2048 })
  })

  it.each([
    ['nothing', 'silence', /gave no answer \(it ended with code 7\)/],
    ['something else than frames', 'garbage', /something else than frames/],
    ['a line without an end', 'endlessLine', /a line without an end/],
    ['a file without an end', 'hugeFile', /more files than there is room for/],
    ['files without an end', 'manyFiles', /more files than there is room for/],
    ['a file with a path', 'badName', /a file without a proper name/],
  ])('that answers with %s is ended, and its check was not made', async (_what, attempt, message) => {
    await expect(attempted(attempt)).rejects.toMatchObject({ name: 'BrowserProgramFailed', message })
  })

  it('leaves nothing behind: no process that ignores signals, no socket, no folder', async () => {
    const [word, stop] = [marker(), new AbortController()]
    const run = attempted('stubborn', { to: word, signal: stop.signal })
    await waitUntil(() => running(word).length > 0)
    stop.abort(new Error('stopped'))
    await expect(run).rejects.toThrow('stopped')
    await waitUntil(() => running(word).length === 0)
    expect(ours()).toEqual([])
  })

  it('leaves nothing behind when the process that runs it is killed', async () => {
    const word = marker()
    const program = join(import.meta.dirname, '../../test/kit/browser/box-owner.ts')
    const owner = spawn(process.execPath, [program, attempts, JSON.stringify({ attempt: 'stubborn', to: word })])
    onTestFinished(() => void owner.kill('SIGKILL'))
    const left = (): string[] => foldersOf(owner.pid!)
    // After its box is ready; the next test covers an earlier kill.
    await waitUntil(() => running(word).length > 0 && left().length === 0)
    owner.kill('SIGKILL')
    await waitUntil(() => running(word).length === 0)
    expect(left()).toEqual([])
  })
})

it('removes the folders of a process that was killed before its box was ready, and no others', () => {
  const folder = newFolder()
  onTestFinished(() => folder.remove())
  const names = ['lapwing-box-999999999-a', `lapwing-box-${process.pid}-b`, 'other']
  for (const name of names) mkdirSync(join(folder.path, name))
  removeLeftFolders(folder.path)
  expect(readdirSync(folder.path)).toEqual(names.slice(1))
})
