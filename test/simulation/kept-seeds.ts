// Worlds that failed once. `npm test` simulates them.
import { type WorldShape, shapeOf } from './shape.ts'
import type { WorldName } from './worlds.ts'

export const keptSeeds: readonly { readonly name: WorldName; readonly shape: WorldShape }[] = [
  // A fallback channel heard no end of what it had been told in place of another channel.
  { name: 'outages', shape: shapeOf(32, { minutes: 10 }) },
  // People of a group heard of an outage that was over, because somebody else had been paged by email.
  { name: 'outages', shape: shapeOf(24, { minutes: 20 }) },
  // A refused beginning was tried again while its end was being sent.
  { name: 'interleaved', shape: shapeOf(1, { minutes: 5, monitors: 1 }) },
]
