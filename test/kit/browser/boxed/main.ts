// A program for boxes that tries what it should not be able to do, one thing at a time, and tells what came of it.
import { execFileSync, spawn } from 'node:child_process'
import { type Dirent, appendFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync, writeSync } from 'node:fs'
import { createServer, get, request } from 'node:http'
import { connect } from 'node:net'
import { getPriority, setPriority, userInfo } from 'node:os'
import { errnoOf } from './system-call.ts'

interface Order {
  readonly input: { readonly attempt: keyof typeof attempts; readonly to: string }
  readonly proxy: string
  readonly chromium: string
}

// The first program in the box has read what it was asked already.
const { readOrder } = (await import(`${'/programs'}/shared/answer.ts`)) as { readOrder(): Promise<Order> }
const { input, proxy, chromium } = await readOrder()
const { attempt, to } = input

const tell = (output: unknown): void => send(`${JSON.stringify({ output })}\n`)
const forEver = (): Promise<never> => new Promise(() => setInterval(() => undefined, 1000))

function send(data: string | Buffer): void {
  for (let rest = Buffer.from(data); rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(3, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
}

function tried(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

const sh = (command: string): unknown =>
  tried(() => execFileSync('/bin/sh', ['-c', `${command} 2>&1; true`], { encoding: 'utf8' }).trim())

async function newPage(): Promise<any> {
  const { chromium: browser } = (await import(`${'@playwright'}/test`)) as { chromium: any }
  const { launchOptions } = (await import(`${'/programs'}/shared/chromium.ts`)) as any
  return (await browser.launch(launchOptions({ chromium, proxy }))).newPage()
}

/** Everything in the box that is no part of its own system. */
function* entriesBelow(folder: string): Generator<Dirent> {
  const entries = tried(() => readdirSync(folder, { withFileTypes: true }))
  for (const entry of Array.isArray(entries) ? (entries as Dirent[]) : []) {
    yield entry
    const path = `${folder === '/' ? '' : folder}/${entry.name}`
    if (entry.isDirectory() && path !== '/proc' && path !== '/dev') yield* entriesBelow(path)
  }
}

const attempts = {
  /** Files with one of these names, sockets, and environments of processes with this text in them. */
  search: () => {
    const { names, text } = JSON.parse(to) as { names: string[]; text: string }
    const entries = [...entriesBelow('/')].filter((entry) => names.includes(entry.name) || entry.isSocket())
    const environments = readdirSync('/proc')
      .filter((id) => /^\d+$/.test(id))
      .filter((id) => String(tried(() => readFileSync(`/proc/${id}/environ`, 'utf8'))).includes(text))
    tell({ found: entries.map(({ parentPath, name }) => `${parentPath}/${name}`), environments })
  },
  read: () => tell((JSON.parse(to) as string[]).map((path) => tried(() => readFileSync(path, 'utf8')))),
  /** What comes of each of these system calls. */
  systemCalls: () => {
    const calls = JSON.parse(to) as Record<string, number[]>
    tell(Object.fromEntries(Object.entries(calls).map(([name, [number, ...args]]) => [name, errnoOf(number!, args)])))
  },
  limits: () =>
    tell({
      outOfMemory: Number(readFileSync('/proc/self/oom_score_adj', 'utf8')),
      lower: tried(() => writeFileSync('/proc/self/oom_score_adj', '0')),
      openFiles: Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]),
    }),
  emptyFiles: () => {
    for (let n = 0; n < 60_000; n++) {
      if (n % 1000 === 0) mkdirSync(`/tmp/${n / 1000}`)
      writeFileSync(`/tmp/${Math.floor(n / 1000)}/${n}`, '')
    }
    return forEver()
  },
  /** Pairs of sockets in several processes, as one may not have so many. */
  sockets: () => {
    for (let n = 0; n < 3; n++) {
      const program = `
        const { connect, createServer } = require('node:net')
        createServer().listen('/tmp/${n}.sock', () => {
          for (let pair = 0; pair < 900; pair++) connect('/tmp/${n}.sock').on('error', () => undefined)
        })`
      spawn(process.execPath, ['-e', program], { stdio: 'ignore' })
    }
    return forEver()
  },
  openFiles: () => {
    for (let n = 0; n < 80; n++) spawn('/bin/sleep', ['60'], { stdio: Array<number>(1000).fill(0) })
    return forEver()
  },
  look: () =>
    tell({
      user: userInfo(),
      environment: process.env,
      root: readdirSync('/'),
      etc: readdirSync('/etc'),
      passwd: readFileSync('/etc/passwd', 'utf8'),
      processes: readdirSync('/proc').filter((name) => /^\d+$/.test(name)).length,
      requested: tried(() => readdirSync(to)),
      open: readdirSync('/proc/self/fd').filter((fd) => Number(fd) > 100),
      status: readFileSync('/proc/self/status', 'utf8').match(/^(CapEff|CapBnd|NoNewPrivs|Seccomp):.*$/gm),
    }),
  write: () =>
    tell(
      ['/x', '/usr/x', '/etc/passwd', '/programs/x', '/box/x', '/dev/x'].map((file) =>
        tried(() => writeFileSync(file, '')),
      ),
    ),
  namespaces: () =>
    tell([sh('unshare -U id'), sh('unshare -n id'), sh('mount -t tmpfs none /tmp'), sh('setpriv --reuid=0 id')]),
  hurry: () => {
    const share = (): string => readFileSync('/proc/self/autogroup', 'utf8').trim()
    tell({
      niceness: [tried(() => setPriority(0, 0)), getPriority()],
      session: [tried(share), tried(() => writeFileSync('/proc/self/autogroup', '0')), tried(share)],
      anotherSession: sh('setsid --fork --wait cat /proc/self/autogroup'),
    })
  },
  connect: () =>
    new Promise<void>((resolve) => {
      const { hostname, port, pathname } = new URL(to)
      const path =
        hostname === '' ? { path: decodeURIComponent(pathname.slice(1)) } : { host: hostname, port: Number(port) }
      const socket = connect(path as { path: string })
      socket.once('connect', () => resolve(tell('connected')))
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(tell(error.code)))
    }),
  ask: () =>
    new Promise<void>((resolve) => {
      const { port } = new URL(proxy)
      get({ host: '127.0.0.1', port, path: to, agent: false, headers: { 'x-demo': '1' } }, (answer) => {
        answer
          .setEncoding('utf8')
          .on('data', (body: string) => tell({ status: answer.statusCode, headers: answer.headers, body }))
      }).on('error', (error) => resolve(tell(String(error))))
    }),
  tunnel: () =>
    new Promise<void>((resolve) => {
      const { port } = new URL(proxy)
      const requested = request({ host: '127.0.0.1', port, method: 'CONNECT', path: to, agent: false })
      requested.once('connect', (answer, socket) => {
        if (answer.statusCode !== 200)
          return resolve(tell({ status: answer.statusCode, why: answer.headers['proxy-status'] }))
        socket.write('GET /tunnelled HTTP/1.1\r\nhost: demo\r\nconnection: close\r\n\r\n')
        socket.on('data', (data: Buffer) => tell({ status: 200, got: data.toString('latin1') }))
      })
      requested.end()
    }),
  /** Whether the browser draws text. */
  render: async () => {
    const page = await newPage()
    await page.setContent('<h1><span>Grüße</span></h1>')
    tell(await page.evaluate('document.querySelector("span").offsetWidth'))
  },
  browse: async () => {
    const page = await newPage()
    const failed: string[] = []
    page.on('requestfailed', (requested: any) =>
      failed.push(`${new URL(requested.url()).pathname} ${requested.failure().errorText}`),
    )
    const answer = await page.goto(to)
    await page.waitForFunction('window.done')
    tell({ status: answer.status(), title: await page.title(), done: await page.evaluate('window.done'), failed })
  },
  fork: () => {
    const started = Array.from({ length: 600 }, () =>
      spawn('/bin/sleep', ['60'], { stdio: 'ignore' }).on('error', () => undefined),
    )
    tell(started.filter(({ pid }) => pid !== undefined).length)
  },
  fillDisk: () => {
    const chunk = Buffer.alloc(8 * 1024 * 1024, 1)
    tried(() => {
      for (let n = 0; ; n++) appendFileSync(`/tmp/${n % 8}`, chunk)
    })
    return forEver()
  },
  fillMemory: async () => {
    const held: Buffer[] = []
    for (;;) {
      held.push(Buffer.alloc(16 * 1024 * 1024, 1))
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  },
  hang: () => {
    send(`${JSON.stringify({ file: 'first.txt', bytes: 2 })}\nok`)
    return forEver()
  },
  block: () => {
    for (;;) continue
  },
  stubborn: () => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
    spawn('/bin/sh', ['-c', `trap "" TERM INT HUP; sleep ${to}; sleep 1`], { detached: true, stdio: 'ignore' })
    send(`${JSON.stringify({ file: 'running', bytes: 0 })}\n`)
    return forEver()
  },
  listen: () => {
    createServer((_, answer) => answer.end('inside')).listen(Number(to), '0.0.0.0', () => {
      send(`${JSON.stringify({ file: 'listening', bytes: 0 })}\n`)
    })
    return forEver()
  },
  silence: () => process.exit(7),
  garbage: () => send('not a frame\n'),
  endlessLine: () => {
    for (;;) send(Buffer.alloc(1024 * 1024, 120))
  },
  hugeFile: () => send(`${JSON.stringify({ file: 'huge', bytes: 10 ** 12 })}\n`),
  manyFiles: () => {
    for (let n = 0; n < 100; n++) send(`${JSON.stringify({ file: `f${n}`, bytes: 1 })}\nx`)
  },
  badName: () => send(`${JSON.stringify({ file: '../../etc/passwd', bytes: 1 })}\nx`),
}

await attempts[attempt]()
