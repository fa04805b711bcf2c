// The configuration document of what was discovered: equal discoveries give equal texts.
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { plainDocument, plainText } from '../output/plain-text.ts'
import type { DiscoveredMonitor, Discovery } from './discovery.ts'

export interface DocumentDefaults {
  readonly source: string
  readonly intervalSeconds: number
  readonly locations: readonly string[]
  readonly tags: readonly string[]
  readonly groups: readonly string[]
}

export interface DocumentMonitor extends Readonly<Record<string, unknown>> {
  readonly key: string
}

export interface DiscoveredDocument {
  readonly monitors: readonly DocumentMonitor[]
  readonly mistakes: readonly string[]
}

export const maxMonitors = 5000
const maxTags = 10

/** Sorted by key. Equal monitors with the same key are one, such as replicas of a service. */
export function documentOf({ monitors, mistakes }: Discovery, defaults: DocumentDefaults): DiscoveredDocument {
  const byKey = Map.groupBy(
    monitors.map((monitor) => bodyOf(monitor, defaults)),
    ({ key }) => key,
  )
  const found = [...byKey.values()].sort(([a], [b]) => (a!.key < b!.key ? -1 : 1))
  const unequal = found.filter(([first, ...others]) => !others.every((other) => isDeepStrictEqual(first, other)))
  const kept = found.filter((same) => !unequal.includes(same)).map(([first]) => first!)
  const problems = [
    ...mistakes,
    ...unequal.map(
      (same) =>
        `${same[0]!.key}: ${same.length} different monitors have this key: make them equal, or give them other names`,
    ),
    ...(kept.length > maxMonitors ? [`${kept.length} monitors: a document has at most ${maxMonitors}`] : []),
  ]
  return { monitors: kept.slice(0, maxMonitors), mistakes: problems.map(plainText).sort() }
}

function bodyOf(monitor: DiscoveredMonitor, defaults: DocumentDefaults): DocumentMonitor {
  const { key, name, type, target, interval, description, tags = [], locations, groups, config, alertRules } = monitor
  const all = [...new Set([...tags, ...defaults.tags])].slice(0, maxTags)
  const notificationGroupIds = groups ?? defaults.groups
  const fullConfig = { ...config, ...(notificationGroupIds.length > 0 && { notificationGroupIds }) }
  return {
    key: fullKey(defaults.source, key),
    name: nameWithin(name) || nameWithin(key),
    type,
    target,
    interval: interval ?? defaults.intervalSeconds,
    locations: locations ?? defaults.locations,
    ...(description && { description }),
    ...(all.length > 0 && { tags: all }),
    ...(Object.keys(fullConfig).length > 0 && { config: fullConfig }),
    ...(alertRules && alertRules.length > 0 && { alertRules }),
  }
}

const maxName = 50
const nameWithin = (text: string): string => plainText(text.toWellFormed()).trim().slice(0, maxName).toWellFormed()

const maxKey = 100
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** Of `a-z0-9._-`; a text with other characters gets a hash, so that two texts never have the same key. */
export function keyOf(text: string): string {
  const key = text.toLowerCase().replace(/[^a-z0-9._-]+/g, '-')
  return key === text ? key : `${key.replace(/^-|-$/g, '')}-${hashOf(text)}`
}

/** A key that Lapwing derives from a name has no dot: nothing that was created by hand is taken over. */
function fullKey(source: string, key: string): string {
  const prefix = keyOf(source.replace(/^discovery\//, '').replaceAll('/', '-')).replace(/^[._-]+/, '') || 's'
  const full = `${prefix}.${key}`
  return full.length <= maxKey ? full : `${full.slice(0, maxKey - 9)}-${hashOf(full)}`
}

/** Every value is written as JSON, which YAML contains, so that no text can become anything else. */
export function writeDocument({ monitors }: DiscoveredDocument, source: string): string {
  const fields = (monitor: DocumentMonitor): string =>
    Object.entries(monitor)
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
      .join('\n    ')
  const items = monitors.map((monitor) => `\n  - ${fields(monitor)}`)
  return plainDocument(
    `version: 1\nsource: ${JSON.stringify(source)}\nmonitors:${items.length > 0 ? items.join('') : ' []'}`,
  )
}
