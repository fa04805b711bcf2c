// Programs that send what Node cannot. Their failures are faults of this machine, and say what to install or to allow.
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'

export interface PacketProgram {
  readonly name: string
  /** The path; found in the PATH when omitted. */
  readonly path?: string
  /** The Debian package that contains it. */
  readonly package: string
  readonly args: readonly string[]
  /** Exit codes that mean success. */
  readonly successCodes: readonly number[]
  onLine(line: string): void
  onErrorLine?(line: string): void
  /** Called once, unless it was killed. */
  onEnd(problem: Error | null): void
}

export interface RunningProgram {
  write(line: string): void
  kill(): void
}

export function startProgram(program: PacketProgram): RunningProgram {
  let isOver = false
  let lastErrorLine = ''
  const end = (problem: Error | null): void => {
    if (isOver) return
    isOver = true
    program.onEnd(problem)
  }
  const child = begin(program, (error) => end(startProblem(program, error)))
  if (!child) return { write: () => {}, kill: () => void (isOver = true) }
  eachLine(child.stdout!, (line) => isOver || program.onLine(line))
  eachLine(child.stderr!, (line) => {
    if (line.startsWith(program.name)) lastErrorLine = line.slice(0, 300)
    if (!isOver) program.onErrorLine?.(line)
  })
  child.stdin!.on('error', () => {})
  child.once('close', (code, signal) => end(endProblem(program, { code, signal, lastErrorLine })))
  return {
    write: (line) => void child.stdin!.write(`${line}\n`),
    kill() {
      isOver = true
      child.kill('SIGKILL')
    },
  }
}

function begin(
  { name, path = name, args }: PacketProgram,
  failed: (error: NodeJS.ErrnoException) => void,
): ChildProcess | null {
  try {
    return spawn(path, args, { stdio: 'pipe' }).once('error', failed)
  } catch (error) {
    // Node throws some errors of starting a program and emits the others.
    queueMicrotask(() => failed(error as Error))
    return null
  }
}

const maxLine = 4096

function eachLine(stream: Readable, take: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('latin1').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()?.slice(-maxLine) ?? ''
    for (const line of lines) take(line)
  })
}

function startProblem(program: PacketProgram, error: NodeJS.ErrnoException): Error {
  const { name, package: debian } = program
  if (error.code === 'EPERM' || error.code === 'EACCES') return notAllowed(program)
  if (error.code !== 'ENOENT') return new Error(`${name} could not be started: ${error.message}`, { cause: error })
  return new Error(`${name} is not installed here and this check needs it (on Debian: apt-get install ${debian})`)
}

interface ProgramExit {
  readonly code: number | null
  readonly signal: string | null
  readonly lastErrorLine: string
}

function endProblem(program: PacketProgram, { code, signal, lastErrorLine }: ProgramExit): Error | null {
  if (code !== null && program.successCodes.includes(code)) return null
  if (/must run as root|not permitted|permission denied/i.test(lastErrorLine)) return notAllowed(program)
  return new Error(lastErrorLine || `${program.name} ended with ${signal ?? `code ${code}`}`)
}

function notAllowed({ name }: PacketProgram): Error {
  return new Error(
    `this machine does not let ${name} send packets: it needs the capability CAP_NET_RAW ` +
      `(setcap cap_net_raw+ep on the program; in a container the capability too)`,
  )
}
