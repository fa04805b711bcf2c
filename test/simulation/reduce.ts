// Reduces a failing world to a small one that still fails in the same way.
import { type SimulatedWorld, kindOf } from './breach.ts'
import { type WorldShape, troubles } from './shape.ts'

type Simulate = (shape: WorldShape) => Promise<SimulatedWorld>

const shorter = [5, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100]

/** Returns the smallest shape found that has a breach of this kind. */
export async function reduce(shape: WorldShape, kind: string, simulate: Simulate): Promise<WorldShape> {
  const fails = async (smaller: WorldShape): Promise<boolean> =>
    (await simulate(smaller)).breaches.some((breach) => kindOf(breach) === kind)
  let smallest = await shorten(shape, fails)
  for (const trouble of troubles) {
    if (smallest.without.includes(trouble)) continue
    const smaller = { ...smallest, without: [...smallest.without, trouble] }
    if (await fails(smaller)) smallest = smaller
  }
  for (let monitors = 1; monitors < smallest.monitors; monitors++) {
    const smaller = { ...smallest, monitors }
    if (await fails(smaller)) smallest = smaller
  }
  return shorten(smallest, fails)
}

async function shorten(shape: WorldShape, fails: (smaller: WorldShape) => Promise<boolean>): Promise<WorldShape> {
  for (const minutes of shorter.filter((some) => some < shape.minutes)) {
    const smaller = { ...shape, minutes }
    if (await fails(smaller)) return smaller
  }
  return shape
}
