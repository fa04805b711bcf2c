// Programs that set-up waits for. An interrupted one still gets time to clean up.
import { spawn } from 'node:child_process'
import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Interrupted } from './say.mjs'

const interrupting = new AbortController()
const children = new Set()

/** Aborted when the set-up is interrupted. */
export const interruption = interrupting.signal
// Every pending download listens.
setMaxListeners(0, interruption)

export function refuseInterrupted() {
  if (interruption.aborted) throw new Interrupted()
}

export function listen() {
  if (process.listenerCount('SIGTERM') > 0) return
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      interrupting.abort()
      // A terminal sends Ctrl-C to the program as well.
      if (signal !== 'SIGINT') for (const child of children) child.kill(signal)
    })
  }
}

/**
 * For an installer that a Lapwing started in a process group of its own: ends with it, and with every program that it
 * started. What it leaves is removed by the next one.
 */
export function endWithParent() {
  const end = () => process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL')
  // It may have ended while this program was loaded. If it is started by hand, there is no connection.
  if (process.connected === false) end()
  process.once('disconnect', end)
  process.channel?.unref()
  process.stdout.on('error', () => process.exit())
}

/** The exit code of a program that shares this terminal; undefined when there is no such program. */
export async function run(command, args, { onStart, ...options } = {}) {
  listen()
  const child = spawn(command, args, { stdio: 'inherit', ...options })
  children.add(child)
  onStart?.(child)
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(undefined))
    child.once('close', (status) => resolve(status ?? 1))
  })
  children.delete(child)
  refuseInterrupted()
  return code
}

/** The same, but returns its output instead of showing it. */
export async function runQuietly(command, args, options = {}) {
  let output = ''
  let answer = ''
  const listenTo = (started) => {
    for (const stream of [started.stdout, started.stderr]) stream?.on('data', (bytes) => (output += bytes))
    started.stdout?.on('data', (bytes) => (answer += bytes))
  }
  const code = await run(command, args, { stdio: ['ignore', 'pipe', 'pipe'], onStart: listenTo, ...options })
  return { code, output, answer }
}

export async function pause(ms) {
  listen()
  await wait(ms)
  refuseInterrupted()
}
