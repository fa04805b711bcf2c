// What people set of a monitor, each field once. The schemas of the API, the columns, the activity log, configuration
// as code and the tools of assistants follow from `monitorFields`.
import { z } from 'zod'
import { ruled } from '../field.ts'
import { type MonitorSettings, strategies } from '../monitor.ts'
import { serviceOf } from '../status-page/third-party.ts'
import { nameOf, oneLine } from './name.ts'
import { tag } from './tag.ts'

interface MonitorField<Value> {
  /** Its name in requests, if it is not the property. */
  readonly request?: string
  /** Its name in responses and in the activity log, if it is not the property. */
  readonly response?: string
  /** Its column, if it is not the name in responses; null if the store maps it itself. */
  readonly column?: string | null
  /** Validates requests. */
  readonly schema: z.ZodType<Value>
  /** The value of a new monitor for which none was sent. */
  readonly default?: Value
  /** Its schema in responses, which need not repeat the rules of requests. */
  readonly shown: z.ZodType
  readonly example: unknown
  /** The only body that has it. */
  readonly only?: 'create'
  /** Stored as it was sent; other fields are validated further by `create.ts` and `update.ts`. */
  readonly asSent?: true
  /** Assistants can change it. */
  readonly forAssistants?: true
}

/** A list without repetitions. */
const unique = <Item extends z.ZodType>(item: Item, maxItems: number) =>
  z
    .array(item)
    .max(maxItems)
    .overwrite((items) => [...new Set(items)])

const id = z.uuid().toLowerCase()

const vendorProblem = (slug: string): string | null =>
  serviceOf(slug) ? null : 'must be a slug of GET /third-party-services'

export const monitorFields = {
  name: { schema: nameOf(50), shown: z.string(), example: 'Shop', asSent: true, forAssistants: true },
  type: {
    schema: z.string().meta({ description: 'A type of `GET /meta/monitor-types`' }),
    shown: z.string(),
    example: 'http',
    only: 'create',
  },
  target: {
    schema: oneLine(2048),
    shown: z.string().meta({
      description:
        "The format depends on the type. A heartbeat's target is its check-in address, which read keys see as " +
        '`[redacted]`',
    }),
    example: 'https://shop.example.com/health',
    forAssistants: true,
  },
  description: {
    schema: z.string().max(2000).nullable(),
    default: null,
    shown: z.string().nullable(),
    example: null,
    asSent: true,
    forAssistants: true,
  },
  intervalSeconds: {
    request: 'interval',
    response: 'interval_seconds',
    schema: z.int().min(1).max(86_400).meta({ description: 'Seconds between checks' }),
    shown: z.int(),
    example: 60,
    forAssistants: true,
  },
  strategy: {
    request: 'schedulingStrategy',
    response: 'scheduling_strategy',
    schema: z.enum(strategies),
    default: 'roundrobin',
    shown: z.enum(strategies),
    example: 'roundrobin',
    asSent: true,
  },
  locationIds: {
    request: 'locations',
    response: 'locations',
    column: 'location_ids',
    schema: unique(id, 200).meta({ description: 'Ids from `GET /locations`' }),
    shown: z.array(z.uuid()),
    example: ['0198c5a2-7d60-7f0a-b5a1-3f2e1d0c9b8a'],
    forAssistants: true,
  },
  tags: {
    schema: unique(tag, 10),
    default: [],
    shown: z.array(z.string()),
    example: ['env:prod'],
    asSent: true,
    forAssistants: true,
  },
  shadow: {
    schema: z
      .boolean()
      .meta({ description: 'Run and open incidents without telling anyone, for a trial beside another tool' }),
    default: false,
    shown: z
      .boolean()
      .meta({ description: 'Runs and opens incidents, but sends no alerts and is on no status page and in no report' }),
    example: false,
    asSent: true,
  },
  dependsOn: {
    response: 'depends_on',
    column: null,
    schema: z
      .strictObject({
        monitors: unique(id, 20).default([]).meta({ description: 'Ids of monitors' }),
        tags: unique(tag, 10).default([]).meta({ description: 'All monitors with one of these tags' }),
        vendors: unique(ruled(z.string().max(50), vendorProblem), 10)
          .default([])
          .meta({ description: 'Slugs of `GET /third-party-services`; incidents say what they report' }),
      })
      .meta({
        description:
          'Its parents. While one of them has a confirmed critical incident, incidents of this monitor send no alerts: ' +
          'the alert of the parent says how many are affected. At most five levels, without cycles',
      }),
    default: { monitors: [], tags: [], vendors: [] },
    shown: z.object({ monitors: z.array(z.uuid()), tags: z.array(z.string()), vendors: z.array(z.string()) }).meta({
      description:
        'Its parents: while one of them is down, its own failures send no alerts. Incidents say what its vendors report',
    }),
    example: { monitors: [], tags: ['tier:gateway'], vendors: ['cloudflare'] },
  },
  config: {
    schema: z
      .record(z.string(), z.unknown())
      .meta({ description: 'See `GET /meta/monitor-types` for the keys of each type' }),
    default: {},
    shown: z.record(z.string(), z.unknown()).meta({ description: 'Type-specific; secret values read `[redacted]`' }),
    example: { method: 'GET', authType: 'bearer', bearerToken: '[redacted]' },
    forAssistants: true,
  },
} as const satisfies { readonly [K in keyof MonitorSettings]: MonitorField<MonitorSettings[K]> }

/** The name of a setting in requests. */
export type RequestName<K extends keyof typeof monitorFields> = (typeof monitorFields)[K] extends {
  readonly request: infer Name extends string
}
  ? Name
  : K
export type ResponseName<K extends keyof typeof monitorFields> = (typeof monitorFields)[K] extends {
  readonly response: infer Name extends string
}
  ? Name
  : K
/** The settings with this flag. */
export type SettingWith<Flag extends 'asSent' | 'forAssistants'> = {
  [K in keyof typeof monitorFields]: (typeof monitorFields)[K] extends Readonly<Record<Flag, true>> ? K : never
}[keyof typeof monitorFields]

/** The fields with all their names. */
export const namedFields = Object.entries<MonitorField<unknown>>(monitorFields).map(([property, field]) => {
  const { request = property, response = property, column = response } = field
  return { ...field, property: property as keyof MonitorSettings, request, response, column }
})

/** The settings that are one column each. */
export const settingColumns = namedFields.flatMap(({ property, response, column }) =>
  column === null ? [] : [{ property, response, column }],
)

/** A monitor's settings by their names in requests. */
export const inRequest = (monitor: MonitorSettings): Record<string, unknown> =>
  Object.fromEntries(namedFields.map(({ property, request }) => [request, monitor[property]]))

/** The settings of a request that are stored as they were sent. */
export const asSent = (body: Readonly<Record<string, unknown>>): Pick<MonitorSettings, SettingWith<'asSent'>> =>
  Object.fromEntries(
    namedFields.filter((field) => field.asSent).map(({ property, request }) => [property, body[request]]),
  ) as Pick<MonitorSettings, SettingWith<'asSent'>>
