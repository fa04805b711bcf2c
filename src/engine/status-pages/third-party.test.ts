import { expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { sharedStore } from '../../../test/kit/lapwing/database.ts'
import { componentRow, pageRow } from '../../../test/kit/resources/status-pages.ts'
import { statusSummary } from '../../../test/kit/servers/vendors/status-summary.ts'
import { serviceOf } from '../../domain/status-page/third-party.ts'
import { putOrganization } from '../../store/accounts/organizations.ts'
import { putComponents } from '../../store/status-pages/components.ts'
import { readPageView } from '../../store/status-pages/page-view.ts'
import { addPage } from '../../store/status-pages/pages.ts'
import { publishedSummary } from './third-party.ts'

const store = sharedStore()

const summary = JSON.stringify({
  status: { indicator: 'none' },
  components: [{ name: 'Actions', status: 'major_outage' }],
})

it('third-party services are shown, polled once a minute, and never change the status of the page', async () => {
  const clock = fakeClock()
  const service = await statusSummary(store(), clock)
  service.publish({ body: summary })

  const now = clock.now()
  const organization = await putOrganization(store(), { name: 'O', slug: 'o', plan: 'enterprise', limits: {} }, now)
  const page = pageRow(now)
  await addPage(store(), organization.id, page)
  await putComponents(store(), page.id, [
    componentRow(now, { name: 'GitHub', thirdParty: { service_slug: 'github', components: [] } }),
    componentRow(now, { name: 'CI', position: 1, thirdParty: { service_slug: 'github', components: ['Actions'] } }),
  ])
  const look = async () => (await readPageView(store(), { slug: page.slug }, clock.now()))!.view
  const statuses = async () => (await look()).components.map(({ status }) => status)

  expect(await statuses()).toEqual(['unknown', 'unknown'])
  await service.poll()
  await service.poll()
  expect(service.requests()).toBe(1)
  expect(await statuses()).toEqual(['up', 'down'])
  const view = await look()
  expect(view.overallStatus).toBe('operational')
  expect(view.components[1]).toMatchObject({
    days: [],
    monitors: [],
    thirdParty: { serviceName: 'GitHub', components: ['Actions'], saidAt: now },
  })

  service.publish({ body: 'not what was expected' })
  clock.advance(60_000)
  await service.poll()
  expect(service.requests()).toBe(2)
  expect(await statuses()).toEqual(['up', 'down'])
  service.publish({ status: 503, body: '' })
  clock.advance(15 * 60_000)
  await service.poll()
  expect(await statuses()).toEqual(['unknown', 'unknown'])
})

it('a service is polled at its own address', () => {
  expect(publishedSummary(serviceOf('github')!).href).toBe('https://www.githubstatus.com/api/v2/summary.json')
})
