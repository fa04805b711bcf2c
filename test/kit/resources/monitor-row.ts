import { asSent, namedFields } from '../../../src/domain/fields/monitor-fields.ts'
import { newId } from '../../../src/domain/id.ts'
import { type Monitor, independent } from '../../../src/domain/monitor.ts'

const defaults = Object.fromEntries(namedFields.map(({ request, default: usual }) => [request, usual]))

/** A monitor for tests that go to the store themselves. */
export function monitorRow(now: Date, fields: Partial<Monitor> = {}): Monitor {
  return {
    ...asSent(defaults),
    id: newId(now),
    name: 'Shop',
    type: 'http',
    target: 'https://example.com/',
    intervalSeconds: 60,
    locationIds: [],
    config: {},
    secrets: null,
    slugs: [],
    deadlineSeconds: 30,
    needsBrowser: false,
    state: 'unknown',
    dependsOn: independent,
    ...fields,
  }
}
