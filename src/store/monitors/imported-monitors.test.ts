import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { sharedStore } from '../../../test/kit/lapwing/database.ts'
import { monitorRow } from '../../../test/kit/resources/monitors.ts'
import { coverOf } from '../../domain/maintenance.ts'
import { putOrganization } from '../accounts/organizations.ts'
import { chosenMonitors } from '../reports/chosen-monitors.ts'
import { monitorsOfComponents } from '../status-pages/components.ts'
import { importedMonitors } from './imported-monitors.ts'
import { addMonitor, setImportKey } from './monitors.ts'

const store = sharedStore()
const now = new Date('2026-03-01T12:00:00Z')
let organizationId = ''

beforeAll(async () => {
  const draft = { name: 'Acme', slug: 'acme-imports', plan: 'enterprise', limits: {} } as const
  organizationId = (await putOrganization(store(), draft, now)).id
})

async function added(name: string, shadow: boolean): Promise<string> {
  const monitor = monitorRow(now, { name, shadow, tags: ['shop'] })
  await addMonitor(store(), organizationId, monitor, now)
  return monitor.id
}

it('are found by their tool, and each key belongs to one monitor', async () => {
  const [first, second] = [await added('First', true), await added('Second', false)]
  await setImportKey(store(), organizationId, { id: first, key: 'kuma-1' })
  await setImportKey(store(), organizationId, { id: second, key: 'kumari-1' })
  expect(await importedMonitors(store(), organizationId, 'kuma')).toMatchObject([
    { key: 'kuma-1', id: first, shadow: true },
  ])
  await expect(setImportKey(store(), organizationId, { id: second, key: 'kuma-1' })).rejects.toThrow()
})

it('are in no report and on no status page while they are in shadow mode', async () => {
  const [hidden, shown] = [await added('Hidden', true), await added('Shown', false)]
  const chosen = await chosenMonitors(store(), organizationId, { monitorIds: [hidden, shown], tags: [] })
  expect(chosen.map(({ name }) => name)).toEqual(['Shown'])
  const component = { id: randomUUID(), monitorIds: [hidden], monitorTags: ['shop'] }
  type Components = Parameters<typeof monitorsOfComponents>[1]['components']
  const components = [component] as unknown as Components
  const listed = await monitorsOfComponents(store(), { organizationId, components, cover: coverOf([]) })
  expect(listed.map(({ name }) => name)).toEqual(['Second', 'Shown'])
})
