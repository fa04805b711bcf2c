// Takes one sample: files are read each time, expensive sources once a minute.
import { readdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../domain/clock.ts'
import { type Container, askContainers } from './containers.ts'
import { textOf } from './files.ts'
import { type Counters, type HostFigures, ratesBetween } from './proc/rates.ts'
import { type ProcessFigures, type TopProcess, createProcessFigures } from './processes.ts'
import { type Units, askUnits, watchedServices } from './services.ts'
import type { AgentConfig } from './settings.ts'
import { degradedArrays, highestTemperature } from './sensors.ts'
import { type HostSystem, percent } from './system.ts'
import { type Updates, createUpdates } from './updates.ts'

export interface Disk {
  readonly mount: string
  readonly used_pct: number
  readonly used_bytes: number
  readonly free_bytes: number
  readonly inodes_used_pct?: number
}

/** In the format of a report. */
export interface AgentSample {
  readonly at: string
  readonly metrics: HostFigures
  readonly disks: readonly Disk[]
  readonly services: readonly { name: string; up: boolean }[]
  readonly failed_services: readonly string[]
  readonly processes: readonly { name: string; count: number }[]
  readonly containers: readonly Container[]
  readonly custom: HostFigures
  readonly top_processes: readonly TopProcess[]
}

/** Read once a minute. */
interface Slow {
  readonly units: Units | null
  readonly containers: Container[]
  readonly updates: Updates
  readonly sensors: HostFigures
  readonly looked: ProcessFigures
}

const slowEveryMs = 55_000
const maxDisks = 50
const maxFailed = 50

export type TakeSample = (config: AgentConfig) => Promise<AgentSample>

/** Files in the agent's folder `custom` contain lines such as `queue_depth 17`. */
export async function createSampler(clock: Clock, folder: string, system: HostSystem): Promise<TakeSample> {
  const updates = system.isOwn ? createUpdates(folder, clock) : () => ({})
  const lookAtProcesses = createProcessFigures(system, () => clock.monotonicMs())
  let before = await readCounters([])
  let slow: { at: number; found: Slow } | null = null

  async function ask(config: AgentConfig): Promise<Slow> {
    return {
      units: await askUnits(),
      containers: config.collectContainers ? ((await askContainers(clock)) ?? []) : [],
      updates: config.collectUpdates ? updates() : {},
      sensors: { ...highestTemperature(), ...degradedArrays() },
      looked: await lookAtProcesses(),
    }
  }

  async function readCounters(interfaces: readonly string[]): Promise<Counters> {
    const counters = await system.counters()
    const isWanted = (name: string): boolean => interfaces.length === 0 || interfaces.includes(name)
    const network = counters.network.filter(({ name }) => isWanted(name))
    return { ...counters, at: clock.monotonicMs(), network }
  }

  return async (config) => {
    if (!slow || clock.monotonicMs() - slow.at >= slowEveryMs)
      slow = { at: clock.monotonicMs(), found: await ask(config) }
    const { units, containers, updates, sensors, looked } = slow.found
    const after = await readCounters(config.interfaces)
    const rates = ratesBetween(before, after)
    before = after
    return {
      at: clock.now().toISOString(),
      metrics: {
        ...rates,
        ...(await system.levels()),
        ...sensors,
        ...updates,
        ...(units && { services_failed: units.failed.length }),
        processes: looked.count,
        zombies: looked.zombies,
      },
      disks: await disks(config, system),
      services: units ? watchedServices(units, config.services) : [],
      failed_services: units ? units.failed.slice(0, maxFailed) : [],
      processes: config.processes.map(({ name }) => ({ name, count: looked.countOf(name) })),
      containers,
      custom: customNumbers(join(folder, 'custom')),
      top_processes: config.collectTopProcesses ? looked.busiest : [],
    }
  }
}

async function disks({ diskInclude, diskExclude }: AgentConfig, system: HostSystem): Promise<Disk[]> {
  const isWanted = (path: string): boolean =>
    (diskInclude.length === 0 || diskInclude.some((pattern) => fits(pattern, path))) &&
    !diskExclude.some((pattern) => fits(pattern, path))
  const wanted = (await system.mounts()).filter(({ path }) => isWanted(path))
  const found = await Promise.all(wanted.slice(0, maxDisks).map(({ path }) => diskAt(path, system.pathOf(path))))
  return found.filter((disk) => disk !== null)
}

/** `*` matches any text. */
export function fits(pattern: string, path: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return path === pattern
  if (!path.startsWith(first)) return false
  let place = first.length
  for (const part of rest.slice(0, -1)) {
    const found = path.indexOf(part, place)
    if (found === -1) return false
    place = found + part.length
  }
  return path.length - rest.at(-1)!.length >= place && path.endsWith(rest.at(-1)!)
}

/** Like `df`: space reserved for root counts as used. */
async function diskAt(mount: string, path: string): Promise<Disk | null> {
  const found = await statfs(path).catch(() => null)
  if (!found || found.blocks === 0) return null
  const used = found.blocks - found.bfree
  return {
    mount,
    used_pct: percent(used, used + found.bavail),
    used_bytes: used * found.bsize,
    free_bytes: found.bavail * found.bsize,
    ...(found.files > 0 && { inodes_used_pct: percent(found.files - found.ffree, found.files) }),
  }
}

const maxCustom = 50

/** Ignores files that cannot be read, and lines without a name and a number. */
function customNumbers(folder: string): HostFigures {
  let names: string[]
  try {
    names = readdirSync(folder).slice(0, maxCustom)
  } catch {
    return {}
  }
  const lines = names.flatMap((name) => textOf(join(folder, name)).slice(0, 100_000).split('\n'))
  return Object.fromEntries(lines.flatMap(numberIn).slice(0, maxCustom))
}

export function numberIn(line: string): [string, number][] {
  const [, name, number] = /^([a-z0-9_]{1,64})\s+(-?[\d.]+(?:e[+-]?\d+)?)\s*$/i.exec(line) ?? []
  const value = Number(number)
  return name !== undefined && Math.abs(value) <= 1e15 ? [[name.toLowerCase(), value]] : []
}
