// Checks whether this machine's own clock is synchronized, so that others can be compared with it.
import { execFile } from 'node:child_process'
import type { Clock } from '../domain/clock.ts'

export type ClockState = 'synchronized' | 'unsynchronized' | 'unknown'
/** Settles within a second. */
export type OwnClock = () => Promise<ClockState>

// The kernel knows, whatever sets the clock: chrony, ntpd, systemd-timesyncd or the host of a container. Node cannot
// make that system call, but Perl can, and every Debian has it.
const program = 'perl'
const script = 'my $timex = "\\0" x 256; print syscall(shift() + 0, $timex)'
const adjtimex: Readonly<Record<string, number>> = { x64: 159, arm64: 171 }
const unsynchronized = 5

const cacheMs = 60_000
const timeoutMs = 1000

export function createOwnClock(clock: Clock): OwnClock {
  let cached: Promise<ClockState> | undefined
  let queriedAt = -Infinity
  return () => {
    if (cached && clock.monotonicMs() - queriedAt < cacheMs) return cached
    queriedAt = clock.monotonicMs()
    return (cached = queryKernel())
  }
}

function queryKernel(): Promise<ClockState> {
  const call = process.platform === 'linux' ? adjtimex[process.arch] : undefined
  if (call === undefined) return Promise.resolve('unknown')
  return new Promise((resolve) => {
    execFile(program, ['-e', script, String(call)], { timeout: timeoutMs }, (error, output) => {
      const state = error || !/^\d$/.test(output) ? -1 : Number(output)
      resolve(state < 0 ? 'unknown' : state === unsynchronized ? 'unsynchronized' : 'synchronized')
    })
  })
}
