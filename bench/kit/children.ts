// Programs that a bench starts beside itself, and what they send.
import { type ChildProcess, type ForkOptions, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A program of bench/programs/. */
export function startProgram(name: string, args: readonly string[] = [], options: ForkOptions = {}): ChildProcess {
  return fork(join(import.meta.dirname, '../programs', name), [...args], options)
}

export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  return ((await once(child, 'message')) as [T])[0]
}

/** Asks a program for something, and returns what it sends next. */
export function askProgram<T>(child: ChildProcess, request: object | string): Promise<T> {
  child.send(request)
  return nextMessage<T>(child)
}

export async function stopProgram(child: ChildProcess): Promise<void> {
  child.send('stop')
  await once(child, 'exit')
}

// Those of scripts/launch.mjs.
const execArgv = ['--max-semi-space-size=4', '--heap-growing-percent=50', '--expose-gc']

/** Sends `{ origin }` when it is ready, and stops on any message. */
export function forkLapwing(settings: Readonly<Record<string, string>>, options: ForkOptions = {}): ChildProcess {
  return startProgram('lapwing.ts', [JSON.stringify(settings)], { execArgv, ...options })
}

/** `lapwing` as `npm start` starts it, with these settings and nothing else from the environment. */
export function runLapwing(args: readonly string[], settings: Readonly<Record<string, string>>): ChildProcess {
  const program = join(import.meta.dirname, '../../bin/lapwing.mjs')
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings }
  return spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** The address of a server, or an empty text for other roles. */
export function untilReady(child: ChildProcess): Promise<string> {
  const lines = createInterface(child.stdout!)
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      // The dashboard may be ready before.
      const ready = /Lapwing \S+ is ready(?: at (http[^"\s]+))?/.exec(line)
      if (ready) resolve(ready[1] ?? '')
    })
    lines.once('close', () => reject(new Error('Lapwing did not start')))
  })
}

export async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

export interface LocalSite {
  readonly origin: string
  readonly port: number
  close(): void
}

/** Serves HTTP on this machine, in this process. */
export async function serve(listener: RequestListener): Promise<LocalSite> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
