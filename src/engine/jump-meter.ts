// Detects that the clock was set: its time and the monotonic time then differ more than before.
import type { Clock } from '../domain/clock.ts'

const minJumpMs = 2000

/** Returns a function that returns by how many milliseconds the clock was set since the last call; negative if back. */
export function createJumpMeter(clock: Clock): () => number {
  const offset = (): number => clock.now().getTime() - clock.monotonicMs()
  let known = offset()
  return () => {
    const jumpMs = offset() - known
    if (Math.abs(jumpMs) <= minJumpMs) return 0
    known += jumpMs
    return jumpMs
  }
}
