// One run of fping: the same number of packets to many addresses, each result reported at once.
import { startProgram } from './program.ts'

/** Settings shared by every packet of a run. */
export interface PacketSettings {
  readonly family: 4 | 6
  readonly count: number
  readonly dataBytes: number
  /** Between two packets to the same address. */
  readonly spacingMs: number
}

/** An error from a router on the path, as a sentence. */
export type PacketResult = { readonly rttMs: number } | { readonly refusal: string } | 'lost'

interface FpingRun {
  /** Addresses only, so that fping resolves nothing. */
  readonly addresses: readonly string[]
  onResult(address: string, result: PacketResult): void
  /** The run has ended. A problem is a fault of this machine: pending results are unknown. */
  onEnd(problem: Error | null): void
}

/** A packet without a response by then is lost. */
const lostAfterMs = 3000
// 1 means that a host did not respond.
const successCodes = [0, 1]

/** Returns a function that ends the run at once. */
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
      // fping reads ICMPv6 errors with the codes of ICMPv4, so its text for them is wrong.
      const [, what, other, router, address] = (settings.family === 4 && refusalLine.exec(line)) || []
      if (address === undefined) return
      const reason = (what ? `${what} unreachable` : (other ?? '')).toLowerCase()
      onResult(address, { refusal: `${router} says that ${address} cannot be reached (${reason})` })
    },
    onEnd,
  })
  return () => running.kill()
}

// Milliseconds between packets to different addresses. With 2,000 local hosts pinged at once on a busy machine, 10 of
// 96,000 checks saw loss without a pause and 1 with this one, at half as much CPU again.
const pauseMs = 0.02

function optionsFor({ family, count, dataBytes, spacingMs }: PacketSettings): string[] {
  return [`-${family}`, '-C', count, '-b', dataBytes, '-p', spacingMs, '-t', lostAfterMs, '-i', pauseMs].map(String)
}

const packetLine = /^(\S+)\s*: \[\d+\], (?:\d+ bytes, ([\d.e+]+) ms|timed out)/
const refusalLine =
  /ICMP (?:(Network|Host|Protocol|Port) Unreachable|Unreachable \(([^)]*)\)) from (\S+) for ICMP Echo sent to (\S+)/
