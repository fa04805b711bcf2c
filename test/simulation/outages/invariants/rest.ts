// When nothing fails any more, everything comes to rest within a bound.
import type { Breach, Facts } from '../facts.ts'

const invariant = 'when nothing fails any more, nothing is left to do'

export function rest({ world }: Facts): Breach[] {
  return world.left.map((one) => ({ invariant, what: `something is left: ${one.replace(/^\d+ /, '')}`, details: one }))
}
