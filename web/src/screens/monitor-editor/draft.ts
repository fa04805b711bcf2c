// The form state of a monitor, shared by the form, YAML and JSON.
import type { Location, Monitor, MonitorCreate, MonitorType, MonitorUpdate } from '../../api-types.ts'
import type { Config } from '../../parts/catalog-form/shape.ts'
import { changedFields } from '../../parts/form/changed-fields.ts'
import {
  type MonitorDraft,
  eachField,
  fieldKeys,
  map,
  monitorFields,
  refuseUnknown,
} from '../../parts/vocabulary/monitor-fields.ts'

export { type MonitorDraft } from '../../parts/vocabulary/monitor-fields.ts'
export type Strategy = Monitor['scheduling_strategy']

export const emptyDraft = eachField((key) => monitorFields[key].empty)

export const draftOf = (monitor: Monitor): MonitorDraft => eachField((key) => monitorFields[key].of(monitor))

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

/** What creates the monitor, without what is the default anyway. */
export function bodyOf(draft: MonitorDraft, isProbed: boolean): Omit<MonitorCreate, 'isPaused'> {
  const set = fieldKeys.filter((key) => {
    const { empty, required, onlyProbed } = monitorFields[key]
    return onlyProbed && !isProbed ? false : required || JSON.stringify(draft[key]) !== JSON.stringify(empty)
  })
  return Object.fromEntries(set.map((key) => [key, draft[key]])) as unknown as Omit<MonitorCreate, 'isPaused'>
}

export const hasParents = ({ dependsOn }: Pick<MonitorDraft, 'dependsOn'>): boolean =>
  Object.values(dependsOn).some((named) => named.length > 0)

/** Whether nobody has written the name. */
const isProposed = ({ name, target }: MonitorDraft): boolean => name === '' || name === proposedName(target)

/** A new draft for another address; its name follows the address until somebody writes one. */
export const withTarget = (draft: MonitorDraft, target: string): Partial<MonitorDraft> => ({
  target,
  ...(isProposed(draft) && { name: proposedName(target) }),
})

/** A new draft of a type: with an interval that is allowed, samples of its fields and a proposed name. */
export function withType(draft: MonitorDraft, type: MonitorType, given: Partial<MonitorDraft> = {}): MonitorDraft {
  const samples = type.config.flatMap(({ key, sample }) => (sample === null ? [] : [[key, sample]]))
  const target = given.target ?? draft.target
  return {
    ...draft,
    type: type.type,
    target,
    name: isProposed(draft) ? (given.name ?? proposedName(target)) : draft.name,
    interval: Math.max(draft.interval, type.min_interval_seconds),
    config: { ...(Object.fromEntries(samples) as Config), ...given.config },
    alertRules: [],
  }
}

const maxNameLength = 50

/** The name that the server proposes too: `https://www.example.com/cart/` is example.com/cart. */
function proposedName(target: string): string {
  const url = /^[a-z]+:\/\//i.test(target) ? URL.parse(target) : null
  const named = url ? `${url.host}${url.pathname}` : target.trim()
  return named
    .replace(/^www\./, '')
    .replace(/\/$/, '')
    .slice(0, maxNameLength)
}

/** Why no chosen location can run the checks of this type; null if one can. */
export function missingBrowser(
  type: MonitorType | undefined,
  locations: readonly Location[],
  { locations: chosen }: MonitorDraft,
): string | null {
  const able = locations.filter(({ id, status }) => status === 'live' && chosen.includes(id))
  if (!type?.needs_browser || able.length === 0 || able.some(({ browser }) => browser)) return null
  return able[0]!.browser_missing ?? ''
}

/** Only changed fields; removed config keys are cleared. */
export function changesOf(draft: MonitorDraft, before: MonitorDraft): MonitorUpdate {
  const { type: _type, config: _config, ...changed } = changedFields<MonitorDraft>(draft, before)
  const config = changedFields(draft.config, before.config)
  return { ...changed, ...(Object.keys(config).length > 0 && { config }) }
}

export const countChanges = ({ config = {}, alertRules = [], ...others }: MonitorUpdate): number =>
  Object.keys(others).length + Object.keys(config).length + alertRules.length

/** Parses YAML or JSON input. Unknown keys are errors; a required field that is left out keeps its value. */
export function readDraft(value: unknown, before: MonitorDraft): MonitorDraft {
  const given = map(value, 'a monitor')
  refuseUnknown(Object.fromEntries(Object.entries(given).filter(([key]) => !(key in monitorFields))), 'a monitor')
  return eachField((key) => {
    const { empty, required, read } = monitorFields[key]
    return given[key] === undefined || given[key] === null ? (required ? before[key] : empty) : read(given[key], key)
  })
}

export const withParent = (draft: MonitorDraft, id: string): MonitorDraft => ({
  ...draft,
  dependsOn: { ...draft.dependsOn, monitors: [...new Set([...draft.dependsOn.monitors, id])] },
})
