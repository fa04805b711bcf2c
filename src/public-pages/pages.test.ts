import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeAlertedOrganization } from '../../test/kit/alerts/organization.ts'
import { fakeClock } from '../../test/kit/clock.ts'
import { sharedStore } from '../../test/kit/lapwing/database.ts'
import { quiet } from '../../test/kit/log.ts'
import { monitorRow } from '../../test/kit/resources/monitors.ts'
import { componentRow, pageRow } from '../../test/kit/resources/status-pages.ts'
import type { Store } from '../store/database/database.ts'
import { addMonitor, changeMonitors } from '../store/monitors/monitors.ts'
import { putComponents } from '../store/status-pages/components.ts'
import { addPage } from '../store/status-pages/pages.ts'
import type { Copies } from './copies.ts'
import { type PublicPages, startPublicPages } from './pages.ts'

const store = sharedStore()
const clock = fakeClock()
const noCopies: Copies = {
  save: async () => undefined,
  delete: async () => undefined,
  read: async () => undefined,
  pages: async () => [],
}

let organizationId = ''
let page = pageRow(clock.now())
let pages: PublicPages
/** Called after each reading, before its result arrives. */
let afterReading: () => Promise<void> = async () => undefined

beforeEach(async () => {
  organizationId = (await makeAlertedOrganization({ store: store(), clock })).organizationId
  page = pageRow(clock.now())
  await addPage(store(), organizationId, page)
  await putComponents(store(), page.id, [componentRow(clock.now(), { monitorTags: ['shop'], displayMode: 'expanded' })])
  const slow: Store = {
    ...store(),
    read: async (work) => {
      const result = await store().read(work)
      await afterReading()
      return result
    },
    listen: () => ({ stop: async () => undefined }),
  }
  pages = await startPublicPages({ store: slow, clock, log: quiet, copies: noCopies })
})
afterEach(() => pages.stop())

async function shownMonitors(): Promise<string[]> {
  const current = await pages.view((await pages.find(page.slug))!)
  return current!.view.components.flatMap(({ monitors }) => monitors.map(({ name }) => name))
}

it('shows a monitor as soon as it has the tag of a component, and until it is in shadow mode', async () => {
  expect(await shownMonitors()).toEqual([])
  const monitor = monitorRow(clock.now(), { name: 'Checkout', tags: [] })
  await addMonitor(store(), organizationId, monitor, clock.now())
  expect(await shownMonitors()).toEqual([])
  await changeMonitors(store(), organizationId, [{ ...monitor, tags: ['shop'] }], clock.now())
  expect(await shownMonitors()).toEqual(['Checkout'])
  await changeMonitors(store(), organizationId, [{ ...monitor, tags: ['shop'], shadow: true }], clock.now())
  expect(await shownMonitors()).toEqual([])
  await changeMonitors(store(), organizationId, [{ ...monitor, tags: ['shop'] }], clock.now())
  expect(await shownMonitors()).toEqual(['Checkout'])
  await addMonitor(store(), organizationId, monitorRow(clock.now(), { name: 'Cart', tags: ['shop'] }), clock.now())
  expect(await shownMonitors()).toEqual(['Cart', 'Checkout'])
})

it('reads a page again that was being read when a monitor changed', async () => {
  const monitor = monitorRow(clock.now(), { name: 'Checkout', tags: ['shop'] })
  await addMonitor(store(), organizationId, monitor, clock.now())
  let later: Promise<string[]> | undefined
  afterReading = async () => {
    afterReading = async () => undefined
    await changeMonitors(store(), organizationId, [{ ...monitor, name: 'Cart' }], clock.now())
    later = shownMonitors()
  }
  expect(await shownMonitors()).toEqual(['Checkout'])
  expect(await later).toEqual(['Cart'])
  expect(await shownMonitors()).toEqual(['Cart'])
})
