// One run of fping: the same number of packets to many addresses, and the result of each packet as soon as it is known.
import { startProgram } from './program.ts'

/** What every packet of a run has in common. */
export interface PacketSettings {
  readonly family: 4 | 6
  readonly count: number
  readonly dataBytes: number
  /** Between two packets to the same address. */
  readonly spacingMs: number
}

/** A refusal is a sentence about a router on the way that says that it cannot pass the packet on. */
export type PacketResult = { readonly rttMs: number } | { readonly refusal: string } | 'lost'

interface FpingRun {
  /** Only addresses, so that nothing is looked up here. */
  readonly addresses: readonly string[]
  onResult(address: string, result: PacketResult): void
  /** It is over. A problem is ours: nothing can be said of what is still open. */
  onEnd(problem: Error | null): void
}

/** A packet that is not answered by then is lost. */
const lostAfterMs = 3000
// 1 means that somebody did not answer.
const successCodes = [0, 1]

/** Returns what ends the run at once. */
export function startFping(path: string | undefined, settings: PacketSettings, run: FpingRun): () => void {
  const { addresses, onResult, onEnd } = run
  const running = startProgram({
    name: 'fping',
    path,
    package: 'fping',
    args: [...optionsFor(settings), ...addresses],
    successCodes,
    onLine(line) {
      const [, address, rtt] = packetLine.exec(line) ?? []
      if (address !== undefined) onResult(address, rtt === undefined ? 'lost' : { rttMs: Number(rtt) })
    },
    onErrorLine(line) {
      // fping reads errors of ICMPv6 with the numbers of ICMPv4, so what it says of them is wrong.
      const [, what, other, router, address] = (settings.family === 4 && refusalLine.exec(line)) || []
      if (address === undefined) return
      const reason = (what ? `${what} unreachable` : (other ?? '')).toLowerCase()
      onResult(address, { refusal: `${router} says that ${address} cannot be reached (${reason})` })
    },
    onEnd,
  })
  return () => running.kill()
}

// Milliseconds between packets to different addresses. Two thousand hosts of a busy machine's own, pinged at once: 10
// of 96,000 checks saw loss without a pause and 1 with this one, which costs fping half as much CPU again.
const pauseMs = 0.02

function optionsFor({ family, count, dataBytes, spacingMs }: PacketSettings): string[] {
  return [`-${family}`, '-C', count, '-b', dataBytes, '-p', spacingMs, '-t', lostAfterMs, '-i', pauseMs].map(String)
}

const packetLine = /^(\S+)\s*: \[\d+\], (?:\d+ bytes, ([\d.e+]+) ms|timed out)/
const refusalLine =
  /ICMP (?:(Network|Host|Protocol|Port) Unreachable|Unreachable \(([^)]*)\)) from (\S+) for ICMP Echo sent to (\S+)/
