// How an agent runs from now on.
import type { Clock } from '../../domain/clock.ts'
import type { UnitParts } from './unit.ts'

export interface ServiceManager {
  /** Why such an agent cannot be a service; null if it can. */
  refusal(unit: Pick<UnitParts, 'folder' | 'isRoot'>): string | null
  /** Starts it, also again; returns what to print. */
  start(unit: UnitParts, clock: Clock): Promise<string>
  /** What to do instead of starting it here. */
  instructions(unit: UnitParts): string
}

export const byHand = ({ node, program, folder }: UnitParts): string =>
  `run \`${node} ${program} agent --dir ${folder}\``

// An agent that cannot read its token exits within a second.
export const settlingMs = 3000
