// Turns the monitors of a document into tries.
import { type CheckType, deadlineSeconds } from '../../checks/define.ts'
import { Fault } from '../../domain/fault.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import { validateRule } from '../../domain/rule.ts'
import { emptyConfig } from '../../domain/stored-config.ts'
import type { TriedMonitor, TriedRule } from '../../store/config/config-tries.ts'
import { mergeConfig } from '../monitors/config.ts'
import { checkOf } from '../monitors/validate.ts'
import type { DesiredObject } from './desired.ts'
import type { Directory } from './directory.ts'
import type { ConfigBody } from './document/sections.ts'
import { openedOf } from './kinds/monitor-kind.ts'
import type { RulesByName } from './kinds/monitor-rules.ts'
import { replacing } from './kinds/replaced-config.ts'

export interface TryFilter {
  readonly only?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
  /** Instead of the locations in the document. */
  readonly locations?: readonly string[] | undefined
}

interface ChosenLocation {
  readonly id: string
  readonly name: string
}

/** A monitor of the document. `run` is absent if it is skipped. */
export interface MonitorToTry {
  readonly shown: Omit<TriedMonitor, 'silent'>
  readonly locations: readonly ChosenLocation[]
  readonly run?: { readonly check: CheckType; readonly config: MonitorConfig; readonly deadlineSeconds: number }
}

/** The monitors that the filter leaves, in the order of the document. */
export function chooseMonitors(desired: readonly DesiredObject[], { only, tags }: TryFilter): DesiredObject[] {
  const monitors = desired.filter(({ section }) => section === 'monitors')
  const unknown = only?.find((key) => !monitors.some((monitor) => monitor.key === key))
  if (unknown !== undefined)
    throw new Fault('invalid_request', `only: no monitor of the document has the key ${unknown}`)
  const chosen = monitors.filter(
    ({ key, compared }) =>
      (only === undefined || only.includes(key)) &&
      (tags === undefined || (compared.tags as string[]).some((tag) => tags.includes(tag))),
  )
  if (tags !== undefined && chosen.length === 0)
    throw new Fault('invalid_request', `tags: no monitor of the document has the tag ${tags.join(' or ')}`)
  return chosen
}

interface TryReading {
  readonly directory: Directory
  readonly file: string | null
  /** Of its key; null if the document is JSON. */
  readonly line: number | null
  readonly locations: TryFilter['locations']
}

export function readMonitor(object: DesiredObject, { directory, file, line, locations }: TryReading): MonitorToTry {
  const { key, name, body, compared } = object
  const check = checkOf(String(compared.type))
  const stored = openedOf(object.live)?.stored ?? emptyConfig
  const config = mergeConfig(check, stored, replacing(check, stored, body.config as ConfigBody))
  const seconds = deadlineSeconds(check, config)
  const skipped = skipReason(check, body)
  const shown = {
    key,
    name,
    type: check.type,
    target: String(compared.target ?? ''),
    file,
    line,
    skipped,
    rules: skipped === null ? enabledRules(check, compared.alertRules as RulesByName) : [],
  }
  if (skipped !== null || seconds === null) return { shown, locations: [] }
  const references = locations ?? (compared.locations as string[])
  return {
    shown,
    locations: chosenLocations(directory, references),
    run: { check, config, deadlineSeconds: seconds },
  }
}

function skipReason(check: CheckType, { isPaused }: ConfigBody): string | null {
  if (!check.requiresLocations)
    return `Lapwing does not check ${check.type} monitors; they wait for reports, so there is nothing to try.`
  return isPaused === true ? 'The document pauses this monitor.' : null
}

function chosenLocations(directory: Directory, references: readonly string[]): ChosenLocation[] {
  const found = references.map((reference) => findLocation(directory, reference))
  return [...new Map(found.map((location) => [location.id, location])).values()]
}

function findLocation(directory: Directory, reference: string): ChosenLocation {
  const found = directory.find('locations', reference)
  if (!found) throw new Fault('invalid_request', `locations: no location has the key, id or name ${reference}`)
  return { id: String(found.id), name: found.names[0] ?? found.key }
}

function enabledRules(check: CheckType, rules: RulesByName): TriedRule[] {
  return Object.values(rules)
    .filter(({ enabled }) => enabled !== false)
    .map((rule) => {
      const { name, metric, operator, value, severity } = rule as unknown as TriedRule
      const { key } = validateRule(check.type, check.metrics, { metric, operator, value })
      return { name, metric, metricKey: key, operator, value, severity }
    })
}
