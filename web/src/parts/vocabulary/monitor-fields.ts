// What people set of a monitor, each field once. The editor, its YAML and JSON, the configuration tab and the activity
// log follow from `monitorFields`; a field of the API that is missing here does not compile.
import type { Monitor, MonitorCreate } from '../../api-types.ts'

export interface MonitorDraft extends Required<Omit<MonitorCreate, 'type' | 'dependsOn' | 'isPaused' | 'alertRules'>> {
  readonly type: string
  readonly dependsOn: Monitor['depends_on']
  /** Changes to alert rules. */
  readonly alertRules: NonNullable<MonitorCreate['alertRules']>
}

interface MonitorField<Value> {
  /** What applies if it is left out. */
  readonly empty: Value
  /** The API requires it. */
  readonly required?: true
  /** Only monitors that Lapwing checks from locations have it. */
  readonly onlyProbed?: true
  readonly of: (monitor: Monitor) => Value
  /** Returns the value of this key in YAML or JSON, or throws what is wrong with it. */
  readonly read: (value: unknown, key: string) => Value
  /** How the editor draws it; `own` if a card has a control for it. */
  readonly control: 'own' | 'text' | 'switch'
}

export const monitorFields: { readonly [K in keyof MonitorDraft]: MonitorField<MonitorDraft[K]> } = {
  name: { empty: '', required: true, of: ({ name }) => name, read: text, control: 'own' },
  type: { empty: '', required: true, of: ({ type }) => type, read: text, control: 'own' },
  target: { empty: '', onlyProbed: true, of: ({ target }) => target, read: text, control: 'own' },
  description: {
    empty: null,
    of: ({ description }) => description,
    read: text,
    control: 'text',
  },
  interval: { empty: 60, required: true, of: (monitor) => monitor.interval_seconds, read: number, control: 'own' },
  locations: {
    empty: [],
    required: true,
    onlyProbed: true,
    of: ({ locations }) => locations,
    read: texts,
    control: 'own',
  },
  schedulingStrategy: {
    empty: 'roundrobin',
    onlyProbed: true,
    of: (monitor) => monitor.scheduling_strategy,
    // The server knows which there are.
    read: (value, key) => text(value, key) as MonitorDraft['schedulingStrategy'],
    control: 'own',
  },
  tags: { empty: [], of: ({ tags }) => tags, read: texts, control: 'own' },
  shadow: { empty: false, of: ({ shadow }) => shadow, read: flag, control: 'switch' },
  dependsOn: {
    empty: { monitors: [], tags: [], vendors: [] },
    of: (monitor) => monitor.depends_on,
    read(value, key) {
      const { monitors = [], tags = [], vendors = [], ...unknown } = map(value, key)
      refuseUnknown(unknown, 'dependencies')
      return {
        monitors: texts(monitors, `${key}.monitors`),
        tags: texts(tags, `${key}.tags`),
        vendors: texts(vendors, `${key}.vendors`),
      }
    },
    control: 'own',
  },
  config: { empty: {}, of: ({ config }) => config, read: map, control: 'own' },
  alertRules: {
    empty: [],
    of: () => [],
    read(value, key) {
      if (!Array.isArray(value)) throw new Error(`${key} must be a list of rules`)
      return value.map((rule) => map(rule, `each of ${key}`))
    },
    control: 'own',
  },
}

export const fieldKeys = Object.keys(monitorFields) as (keyof MonitorDraft)[]

/** Builds a value for each field. */
export const eachField = (valueOf: <K extends keyof MonitorDraft>(key: K) => MonitorDraft[K]): MonitorDraft =>
  Object.fromEntries(fieldKeys.map((key) => [key, valueOf(key)])) as unknown as MonitorDraft

export function refuseUnknown(unknown: object, what: string): void {
  const [stray] = Object.keys(unknown)
  if (stray) throw new Error(`${stray} is not a setting of ${what}`)
}

function text(value: unknown, key: string): string {
  if (typeof value !== 'string') throw new Error(`${key} must be text`)
  return value
}

function number(value: unknown, key: string): number {
  if (typeof value !== 'number') throw new Error(`${key} must be a number`)
  return value
}

function flag(value: unknown, key: string): boolean {
  if (typeof value !== 'boolean') throw new Error(`${key} must be true or false`)
  return value
}

function texts(value: unknown, key: string): readonly string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw new Error(`${key} must be a list of texts`)
  return value
}

export function map(value: unknown, key: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${key} must be a map`)
  return value as Readonly<Record<string, unknown>>
}
