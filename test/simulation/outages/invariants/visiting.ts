// Status pages show what is so, as soon as the process that shows them has heard of it.
import type { Breach, Facts } from '../facts.ts'
import { at } from './shared.ts'

const invariant = 'a status page shows what is so'

export function visiting({ world }: Facts): Breach[] {
  const isPlanned = (from: number, to: number): boolean =>
    world.deeds.silences.some(
      (one) => one.reason === 'maintenance' && [one.from, one.to].some((edge) => from <= edge && edge <= to),
    )
  return world.visits.flatMap(({ at: visitedAt, readAt, seen, stored }): Breach[] =>
    // Nobody announces that a window begins or ends; the page is read again within a minute.
    seen === stored || isPlanned(readAt, visitedAt)
      ? []
      : [
          {
            invariant,
            what: 'a visitor sees what is not so any more',
            details: `${at(visitedAt)}: ${seen} instead of ${stored}, read at ${at(readAt)}`,
          },
        ],
  )
}
