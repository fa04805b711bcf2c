// A real server that a test runs as a process of its own, known to be up by its open port.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

export interface Daemon {
  readonly child: ChildProcess
  /** What it has said so far, on either of its outputs. */
  said(): string
  stop(): Promise<void>
}

const triesEveryMs = 25
const maxTries = 400

/** Settles when the port is open; a server that ends before that is told with its last words. */
export async function startDaemon(
  [program, ...options]: readonly [string, ...string[]],
  port: number,
  how: SpawnOptions = {},
): Promise<Daemon> {
  const child = spawn(program, options, { ...how, stdio: ['ignore', 'pipe', 'pipe'] })
  let words = ''
  const listen = (text: Buffer): string => (words = (words + text.toString()).slice(-20_000))
  child.stdout!.on('data', listen)
  child.stderr!.on('data', listen)
  const exited = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill()
    await exited
  }
  for (let tries = 0; tries < maxTries && child.exitCode === null; tries++) {
    if (await isOpen(port)) return { child, said: () => words, stop }
    await new Promise((resolve) => setTimeout(resolve, triesEveryMs))
  }
  await stop()
  throw new Error(`${program} did not start: ${words}`)
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const answer = await new Promise<boolean>((resolve) =>
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
  )
  socket.destroy()
  return answer
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
