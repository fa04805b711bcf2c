// Programs that set-up waits for. An interrupted one still leaves time to put things back.
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { Interrupted } from './say.mjs'

let interrupted = false
const children = new Set()

function listen() {
  if (process.listenerCount('SIGTERM') > 0) return
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      interrupted = true
      // A terminal sends Ctrl-C to the program as well.
      if (signal !== 'SIGINT') for (const child of children) child.kill(signal)
    })
  }
}

/** The exit code of a program that shares this terminal; undefined when there is no such program. */
export async function run(command, args, { onStart, ...options } = {}) {
  listen()
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  children.add(child)
  onStart?.(child)
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(undefined))
    child.once('exit', (status) => resolve(status ?? 1))
  })
  children.delete(child)
  if (interrupted) throw new Interrupted()
  return code
}

/** The same, with what it says instead of showing it. */
export async function runQuietly(command, args, options = {}) {
  let output = ''
  const listenTo = (started) => {
    for (const stream of [started.stdout, started.stderr]) stream?.on('data', (bytes) => (output += bytes))
  }
  const code = await run(command, args, { stdio: ['ignore', 'pipe', 'pipe'], onStart: listenTo, ...options })
  return { code, output }
}

export async function pause(ms) {
  listen()
  await wait(ms)
  if (interrupted) throw new Interrupted()
}
