// The sandbox: sample responses of the API, to develop clients without a key. Samples are the examples that operations
// declare.
import { z } from 'zod'
import { getIncident, listIncidents } from '../incidents/read.ts'
import { listMonitorTypes } from '../meta/meta.ts'
import { catalog } from '../meta/catalog.ts'
import { getMonitor } from '../monitors/read.ts'
import { monitor } from '../monitors/schema.ts'
import { location } from '../locations/locations.ts'
import { getSummary } from '../organization/summary.ts'
import type { Operation, OperationDescription } from '../registry/define.ts'
import { exampleOf } from '../registry/fields/example.ts'
import { listOf } from '../registry/page.ts'
import { report } from '../reports/schema.ts'

const schemaOf = ({ responses }: Operation): z.ZodObject => responses[200]!.schema as z.ZodObject
const list = (data: readonly object[]): object => ({ object: 'list', data, has_more: false, next_cursor: null })

const slim = { object: true, id: true, name: true, type: true, target: true, status: true, state: true } as const
const slimMonitor = monitor.pick({ ...slim, interval_seconds: true, tags: true })

const label = z.string().meta({ description: 'A short label; in production, an id' })
const frankfurt = exampleOf(location)
const newYork = {
  name: 'New York',
  city: 'New York',
  region: 'us',
  country: 'United States',
  country_code: 'US',
  latitude: 40.71,
  longitude: -74.01,
}

const welcome = {
  object: 'sandbox',
  message: 'Sample responses in the format of the API. They need no key and never change.',
  paths: ['summary', 'monitors', 'incidents', 'locations', 'monitor-types', 'reports'].map(
    (path) => `/sandbox/${path}`,
  ),
  openapi: '/v1/openapi.json',
}
const welcomeSchema = z.object({
  object: z.literal('sandbox'),
  message: z.string(),
  paths: z.array(z.string()),
  openapi: z.string(),
})

const params = z.object({ id: z.string().meta({ description: 'Any text' }) })

interface Sample {
  readonly id: string
  readonly path: '' | `/${string}`
  readonly summary: string
  readonly schema: z.ZodObject
  /** What differs from the example of the schema. */
  readonly sample?: object
}

const endpoint = ({ id, path, summary, schema, sample }: Sample): OperationDescription => ({
  id,
  method: 'GET',
  path: `/sandbox${path}`,
  access: 'none',
  audience: 'public',
  role: 'viewer',
  tag: 'Sandbox',
  summary,
  creating: false,
  faults: [],
  ...(path.endsWith('/{id}') && { params }),
  responses: {
    200: {
      description: 'The sample, which never changes',
      schema: schema.extend({ sandbox: z.literal(true) }),
      example: exampleOf(schema, { ...sample, sandbox: true }),
    },
  },
})

const samples: readonly Sample[] = [
  { id: 'getSandbox', path: '', summary: 'List the samples', schema: welcomeSchema, sample: welcome },
  {
    id: 'getSandboxSummary',
    path: '/summary',
    summary: 'Get a sample summary',
    schema: schemaOf(getSummary),
  },
  {
    id: 'listSandboxMonitors',
    path: '/monitors',
    summary: 'List sample monitors, with fewer fields',
    schema: listOf(slimMonitor),
    sample: list([exampleOf(slimMonitor)]),
  },
  {
    id: 'getSandboxMonitor',
    path: '/monitors/{id}',
    summary: 'Get a sample monitor',
    schema: schemaOf(getMonitor).extend({ locations: z.array(label) }),
    sample: { locations: ['fra', 'nyc'] },
  },
  {
    id: 'listSandboxIncidents',
    path: '/incidents',
    summary: 'List sample incidents',
    schema: schemaOf(listIncidents),
  },
  {
    id: 'getSandboxIncident',
    path: '/incidents/{id}',
    summary: 'Get a sample incident',
    schema: schemaOf(getIncident),
  },
  {
    id: 'listSandboxLocations',
    path: '/locations',
    summary: 'List sample locations',
    schema: listOf(location.extend({ id: label })),
    sample: list([
      { ...frankfurt, id: 'fra' },
      { ...frankfurt, ...newYork, id: 'nyc' },
    ]),
  },
  {
    id: 'listSandboxMonitorTypes',
    path: '/monitor-types',
    summary: 'List two monitor types of the catalog',
    schema: schemaOf(listMonitorTypes),
    sample: { data: catalog(({ minIntervalSeconds }) => minIntervalSeconds).slice(0, 2) },
  },
  { id: 'getSandboxReport', path: '/reports', summary: 'Get a sample report', schema: report },
]

/** For the description of the API. They are not in the registry: they have their own errors and no caller. */
export const sandboxEndpoints: readonly OperationDescription[] = samples.map(endpoint)

const written = new Map(
  sandboxEndpoints.map(({ path, responses }) => [path, JSON.stringify(responses[200]!.example)] as const),
)

/** The sample at a path of the sandbox, as JSON. */
export function sampleAt(path: string): string | undefined {
  const plain = path.replace(/\/$/, '') as `/${string}`
  return written.get(plain) ?? written.get(plain.replace(/^(\/sandbox\/\w+)\/[^/]+$/, '$1/{id}') as `/${string}`)
}
