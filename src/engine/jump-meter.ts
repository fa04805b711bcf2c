// Whether the clock was set: its time and the time that has passed then differ by more than before.
import type { Clock } from '../domain/clock.ts'

const minJumpMs = 2000

/** Answers by how many milliseconds the clock was set since it was asked last; back is below zero. */
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
