// The form state of a monitor, shared by the form, YAML and JSON.
import type { Monitor, MonitorCreate, MonitorType, MonitorUpdate } from '../../api-types.ts'
import type { Config } from '../../parts/catalog-form/shape.ts'
import type { RuleSave } from './edited-rules.ts'
import { changedFields } from '../../parts/form/changed-fields.ts'

export type Strategy = Monitor['scheduling_strategy']

export interface MonitorDraft {
  readonly type: string
  readonly target: string
  readonly name: string
  readonly interval: number
  readonly strategy: Strategy
  readonly locations: readonly string[]
  readonly tags: readonly string[]
  readonly dependsOn: Monitor['depends_on']
  readonly config: Config
  /** Changes to alert rules. */
  readonly rules: readonly RuleSave[]
}

export const emptyDraft: MonitorDraft = {
  type: '',
  target: '',
  name: '',
  interval: 60,
  strategy: 'roundrobin',
  locations: [],
  tags: [],
  dependsOn: { monitors: [], tags: [], vendors: [] },
  config: {},
  rules: [],
}

export function draftOf(monitor: Monitor): MonitorDraft {
  const {
    type,
    target,
    name,
    interval_seconds: interval,
    scheduling_strategy: strategy,
    locations,
    tags,
    depends_on: dependsOn,
    config,
  } = monitor
  return { type, target, name, interval, strategy, locations, tags, dependsOn, config, rules: [] }
}

/**
 * Everything but the secrets and the name. Masks inside lists, such as steps, stay: the server refuses them, so nobody
 * saves a copy that lacks a header or a body without noticing.
 */
export function copyOf(monitor: Monitor, { config: fields }: MonitorType): MonitorDraft {
  const draft = draftOf(monitor)
  const secret = new Set(fields.filter((field) => field.secret).map(({ key }) => key))
  const config = Object.fromEntries(Object.entries(draft.config).filter(([key]) => !secret.has(key)))
  return { ...draft, config, name: `${draft.name} (2)` }
}

export function bodyOf(draft: MonitorDraft, type: MonitorType): Omit<MonitorCreate, 'isPaused'> {
  const probed = type.requires_locations
  return {
    name: draft.name,
    type: type.type as MonitorCreate['type'],
    ...(draft.target !== '' && { target: draft.target }),
    interval: draft.interval,
    ...(probed && { locations: draft.locations, schedulingStrategy: draft.strategy }),
    tags: draft.tags,
    ...(hasParents(draft) && { dependsOn: draft.dependsOn }),
    config: draft.config,
    ...(draft.rules.length > 0 && { alertRules: draft.rules }),
  }
}

export const hasParents = ({ dependsOn }: Pick<MonitorDraft, 'dependsOn'>): boolean =>
  Object.values(dependsOn).some((named) => named.length > 0)

/** A new draft of a type: with an interval that is allowed, samples of its fields and a proposed name. */
export function withType(draft: MonitorDraft, type: MonitorType, given: Partial<MonitorDraft> = {}): MonitorDraft {
  const samples = type.config.flatMap(({ key, sample }) => (sample === null ? [] : [[key, sample]]))
  const target = given.target ?? draft.target
  return {
    ...draft,
    type: type.type,
    target,
    name: draft.name || given.name || proposedName(type, target),
    interval: Math.max(draft.interval, type.min_interval_seconds),
    config: { ...(Object.fromEntries(samples) as Config), ...given.config },
    rules: [],
  }
}

const maxNameLength = 50

/** `https://www.example.com/cart` becomes “Browser journey: example.com”. */
function proposedName({ name }: MonitorType, target: string): string {
  const host = URL.canParse(target) ? new URL(target).host : target
  return (host === '' ? '' : `${host.replace(/^www\./, '')}: ${name}`).slice(0, maxNameLength)
}

/** Only changed fields; removed config keys are cleared. */
export function changesOf(draft: MonitorDraft, before: MonitorDraft): MonitorUpdate {
  const config = changedFields(draft.config, before.config)
  return {
    ...changedFields(fieldsOf(draft), fieldsOf(before)),
    ...(Object.keys(config).length > 0 && { config }),
    ...(draft.rules.length > 0 && { alertRules: draft.rules }),
  }
}

const fieldsOf = ({ name, target, interval, strategy, locations, tags, dependsOn }: MonitorDraft): MonitorUpdate => ({
  name,
  target,
  interval,
  schedulingStrategy: strategy,
  locations,
  tags,
  dependsOn,
})

export const countChanges = ({ config = {}, alertRules = [], ...others }: MonitorUpdate): number =>
  Object.keys(others).length + Object.keys(config).length + alertRules.length

/** Parses YAML or JSON input. Unknown keys are errors. */
export function readDraft(value: unknown, before: MonitorDraft): MonitorDraft {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('a map of settings is expected')
  const {
    name,
    type,
    target,
    interval,
    schedulingStrategy,
    locations,
    tags,
    dependsOn,
    config,
    alertRules,
    ...unknown
  } = value as Record<string, unknown>
  const [stray] = Object.keys(unknown)
  if (stray) throw new Error(`${stray} is not a setting of a monitor`)
  return {
    name: text(name, 'name', before.name),
    type: text(type, 'type', before.type),
    target: text(target, 'target', ''),
    interval: typeof interval === 'number' ? interval : before.interval,
    strategy: text(schedulingStrategy, 'schedulingStrategy', before.strategy) as Strategy,
    locations: texts(locations, 'locations', before.locations),
    tags: texts(tags, 'tags', []),
    dependsOn: parentsIn(dependsOn),
    config: typeof config === 'object' && config !== null ? (config as Config) : {},
    rules: rulesIn(alertRules),
  }
}

function parentsIn(value: unknown): MonitorDraft['dependsOn'] {
  const given = (value ?? {}) as Record<string, unknown>
  const named = (key: string): string[] => [...texts(given[key], `dependsOn.${key}`, [])]
  return { monitors: named('monitors'), tags: named('tags'), vendors: named('vendors') }
}

function rulesIn(value: unknown): readonly RuleSave[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'object' && item !== null))
    throw new Error('alertRules must be a list of rules')
  return value as readonly RuleSave[]
}

function text(value: unknown, key: string, usual: string): string {
  if (value === undefined || value === null) return usual
  if (typeof value !== 'string') throw new Error(`${key} must be text`)
  return value
}

function texts(value: unknown, key: string, usual: readonly string[]): readonly string[] {
  if (value === undefined || value === null) return usual
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw new Error(`${key} must be a list of texts`)
  return value
}

export const withParent = (draft: MonitorDraft, id: string): MonitorDraft => ({
  ...draft,
  dependsOn: { ...draft.dependsOn, monitors: [...new Set([...draft.dependsOn.monitors, id])] },
})
