// The real browser in real boxes, where this machine can make them.
import { spawnSync } from 'node:child_process'
import { type Browsers, createBrowsers } from '../../src/browsers/index.ts'
import { type Found, type Place, findBrowser } from '../../src/browsers/find.ts'
import { systemClock as clock } from '../../src/domain/clock.ts'

const found: Found = await findBrowser()

/** Why there can be no box here; null when there can. On CI there has to be one, unless namespaces are forbidden. */
export const noBoxes = whyNot()

function whyNot(): string | null {
  if (found.missing === null) return null
  const kind = process.getuid?.() === 0 ? '--mount' : '--user'
  if (spawnSync('unshare', [kind, 'true']).status !== 0) return 'needs namespaces for boxes, which are forbidden here'
  return process.env['CI'] === 'true' ? null : `needs boxes: ${found.missing}`
}

/** Takes other programs along, by their names. */
export function realBrowsers(others: Readonly<Record<string, string>> = {}): Browsers {
  return createBrowsers({ place: placeWith(others), clock })
}

function placeWith(others: Readonly<Record<string, string>>): Place {
  if (!found.place) throw new Error(found.missing)
  const added = Object.entries(others).map(([name, path]) => ({ name, path }))
  return { ...found.place, programs: [...found.place.programs, ...added] }
}
