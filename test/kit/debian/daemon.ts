// A real server that a test runs as a process of its own, known to be up because it answers.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'

export interface Daemon {
  readonly child: ChildProcess
  /** What it has said so far, on either of its outputs. */
  said(): string
  stop(): Promise<void>
}

/** Asks it something; true when it has answered. */
export type Talk = () => Promise<boolean>

// A machine with much else to do may need minutes for what usually takes a moment.
const triesEveryMs = 25
const maxTries = 7200
const answersWithinMs = 5000

/**
 * Settles when the server answers; one that ends before that is reported with its last words. A port answers by being
 * open.
 */
export async function startDaemon(
  [program, ...options]: readonly [string, ...string[]],
  answers: number | Talk,
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
  const talk = typeof answers === 'number' ? (): Promise<boolean> => tcpAnswers(answers) : answers
  for (let tries = 0; tries < maxTries && child.exitCode === null; tries++) {
    if ((await talk()) && child.exitCode === null) return { child, said: () => words, stop }
    await new Promise((resolve) => setTimeout(resolve, triesEveryMs))
  }
  await stop()
  throw new Error(`${program} did not start: ${words}`)
}

/** Whether the port is open and, where there is something to say, says something back. */
export function tcpAnswers(port: number, words?: string): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), answersWithinMs)
    socket.once(words === undefined ? 'connect' : 'data', () => resolve(true))
    socket.once('error', () => resolve(false)).once('close', () => (clearTimeout(timer), resolve(false)))
    if (words !== undefined) socket.write(words)
  }).finally(() => socket.destroy())
}

/** Whether this datagram is answered. */
export function udpAnswers(port: number, datagram: Buffer, address = '127.0.0.1'): Promise<boolean> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4')
  let timer: NodeJS.Timeout | undefined
  return new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), answersWithinMs)
    socket.once('message', () => resolve(true)).once('error', () => resolve(false))
    // Only a connected socket hears that nobody listens.
    socket.connect(port, address, () => socket.send(datagram, (error) => error && resolve(false)))
  }).finally(() => {
    clearTimeout(timer)
    socket.close()
  })
}
