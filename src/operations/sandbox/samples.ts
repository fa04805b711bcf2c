// The sandbox: sample responses of the API, to develop clients without a key. Samples are the examples that operations
// declare.
import { getIncident, listIncidents } from '../incidents/read.ts'
import { listMonitorTypes } from '../meta/meta.ts'
import { catalog } from '../meta/catalog.ts'
import { getMonitor } from '../monitors/read.ts'
import { example as monitor } from '../monitors/schema.ts'
import { listLocations } from '../organization/locations.ts'
import { getSummary } from '../organization/summary.ts'
import type { Operation } from '../registry/define.ts'
import { reportExample } from '../reports/schema.ts'

const exampleOf = ({ responses }: Operation): object => responses[200]!.example as object
const list = (data: readonly object[]): object => ({ object: 'list', data, has_more: false, next_cursor: null })

const { object, id, name, type, target, status, state, interval_seconds, tags } = monitor
const slimMonitor = { object, id, name, type, target, status, state, interval_seconds, tags }

const [frankfurt] = (exampleOf(listLocations) as { data: object[] }).data
const newYork = { name: 'New York', city: 'New York', region: 'us', country: 'United States', country_code: 'US' }

const welcome = {
  object: 'sandbox',
  message: 'Sample responses in the format of the API. They need no key and never change.',
  paths: ['summary', 'monitors', 'incidents', 'locations', 'monitor-types', 'reports'].map(
    (path) => `/sandbox/${path}`,
  ),
  openapi: '/v1/openapi.json',
}

const samples: Readonly<Record<string, object>> = {
  '/': welcome,
  '/summary': exampleOf(getSummary),
  '/monitors': list([slimMonitor]),
  '/monitors/*': { ...exampleOf(getMonitor), locations: ['fra', 'nyc'] },
  '/incidents': exampleOf(listIncidents),
  '/incidents/*': exampleOf(getIncident),
  '/locations': list([
    { ...frankfurt, id: 'fra' },
    { ...frankfurt, ...newYork, id: 'nyc' },
  ]),
  '/monitor-types': {
    ...exampleOf(listMonitorTypes),
    data: catalog(({ minIntervalSeconds }) => minIntervalSeconds).slice(0, 2),
  },
  '/reports': reportExample,
}

const written = new Map(
  Object.entries(samples).map(([path, sample]) => [path, JSON.stringify({ ...sample, sandbox: true })]),
)

/** The sample at a path below the sandbox, as JSON. */
export function sampleAt(path: string): string | undefined {
  const plain = path.replace(/\/$/, '') || '/'
  return written.get(plain) ?? written.get(plain.replace(/^(\/\w+)\/[^/]+$/, '$1/*'))
}
