// The database of a world: now and then its server is gone, with all open transactions, until another takes over.
import { StandbyServer } from '../../../src/store/database/failures.ts'
import type { FakeClock } from '../../kit/clock.ts'
import type { Primary } from '../process.ts'
import { randomFrom } from '../random.ts'
import type { WorldShape } from '../shape.ts'
import type { LostTime } from './servers.ts'

export interface ReplacedPrimary extends Primary {
  readonly isAway: boolean
  /** From now on it stays. */
  end(): void
}

interface PrimaryParts {
  readonly clock: FakeClock
  readonly shape: WorldShape
  readonly lost: LostTime[]
  /** Whether somebody's request is under way, which a failover would leave undecided. */
  isRequested(): boolean
}

const second = 1000
const failoversPerStatement = 0.0002
/** Leases of what was under way end. */
const aftermathMs = 120 * second

export function createPrimary({ clock, shape, lost, isRequested }: PrimaryParts): ReplacedPrimary {
  const random = randomFrom(shape.seed, 'failovers')
  let probability = shape.without.includes('failovers') ? 0 : failoversPerStatement
  let term = 0
  let backAt = 0
  const now = (): number => clock.now().getTime()
  return {
    get term() {
      return term
    },
    get isAway() {
      return now() < backAt
    },
    answer() {
      if (now() >= backAt && random.chance(probability) && !isRequested()) {
        const ms = random.integer(1, 30) * second
        backAt = now() + ms
        term += 1
        lost.push({ at: now(), ms: ms + aftermathMs })
      }
      if (now() < backAt) throw new StandbyServer()
    },
    end() {
      probability = 0
      backAt = 0
    },
  }
}
