import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStore, waitForLockWait } from '../../../test/kit/lapwing/database.ts'
import { addIncident } from '../../../test/kit/resources/incidents.ts'
import { monitorWithPast, windowRow } from '../../../test/kit/resources/maintenance.ts'
import { announcementRow, componentRow, pageRow } from '../../../test/kit/resources/status-pages.ts'
import { newId } from '../../domain/id.ts'
import { advance } from '../../domain/status-page/announcement.ts'
import type { Component } from '../../domain/status-page/page.ts'
import type { PageView } from '../../domain/status-page/page-view.ts'
import { addUp, uptimePercent } from '../../domain/uptime/monitored-time.ts'
import { putOrganization } from '../accounts/organizations.ts'
import type { Store } from '../database/database.ts'
import type { Statement } from '../database/sql.ts'
import { keepPartitions } from '../results/partitions.ts'
import { addWindow } from '../monitors/maintenance-windows.ts'
import {
  addAnnouncement,
  advanceAnnouncement,
  countAnnouncements,
  findAnnouncement,
  lockAnnouncement,
  listAnnouncements,
  removeAnnouncement,
  takeUnsentUpdates,
} from './announcements.ts'
import { putComponents } from './components.ts'
import { readPageView } from './page-view.ts'
import { addPage, changePage, deletePage, findPage, lockPage, listPages, takeSlug } from './pages.ts'

const store = sharedStore()
const now = new Date('2026-03-01T12:00:00Z')
const hour = 3_600_000
const ago = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000)

let organizationId = ''
let organizations = 0
beforeAll(async () => {
  organizationId = await newOrganization()
  for (const at of [ago(24), now]) await keepPartitions(store(), { now: at, resultDays: 30, rollupDays: 400 })
})

async function newOrganization(): Promise<string> {
  const name = `O${++organizations}`
  return (await putOrganization(store(), { name, slug: name.toLowerCase(), plan: 'enterprise', limits: {} }, now)).id
}

async function shown(components: readonly Component[], organization = organizationId): Promise<[string, PageView]> {
  const page = pageRow(now)
  await addPage(store(), organization, page)
  await putComponents(store(), page.id, components)
  return [page.id, (await readPageView(store(), { slug: page.slug }, now))!.view]
}

const pastOf = (hours: number, success: boolean) =>
  Array.from({ length: 10 }, (_, n) => ({
    at: new Date(ago(hours).getTime() + n * 60_000),
    location: 1,
    success,
    infrastructure: false,
    durationMs: 100,
  }))

describe('a page', () => {
  it('stores all its fields, and has a unique slug', async () => {
    const page = pageRow(now, { description: 'All of it', footer: 'Acme Ltd.', theme: 'dark', daysShown: 30 })
    expect(await takeSlug(store(), page.slug)).toBe(true)
    await addPage(store(), organizationId, page)
    expect(await takeSlug(store(), page.slug)).toBe(false)
    expect(await findPage(store(), organizationId, page.id)).toMatchObject({ ...page, componentCount: 0, logo: null })
    await changePage(store(), { ...page, slug: 'elsewhere', name: 'Other', isPublic: false })
    expect(await lockPage(store(), organizationId, page.id)).toMatchObject({ slug: 'elsewhere', name: 'Other' })
    expect(await readPageView(store(), { slug: page.slug }, now)).toBeUndefined()
    expect((await listPages(store(), organizationId)).map(({ id }) => id)).toContain(page.id)
    await deletePage(store(), page.id)
    expect(await readPageView(store(), { slug: 'elsewhere' }, now)).toBeUndefined()
  })

  it('without components is operational', async () => {
    const [, view] = await shown([])
    expect(view).toMatchObject({ overallStatus: 'operational', components: [], active: [], lastCheckedAt: null })
  })

  it('shows days, uptime and response times of its components, by id and by tag', async () => {
    const good = await monitorWithPast(store(), { organizationId, past: pastOf(2, true), now })
    const bad = await monitorWithPast(store(), {
      organizationId,
      tags: ['team:shop'],
      past: [...pastOf(30, true), ...pastOf(2, false)],
      now,
    })
    const component = componentRow(now, {
      displayMode: 'expanded',
      monitorIds: [good.id, bad.id],
      monitorTags: ['team:shop'],
    })
    await addIncident(store(), organizationId, {
      monitor: { ...bad, name: 'Shop', type: 'http' },
      severity: 'critical',
      startedAt: ago(2),
    })
    const [, view] = await shown([component])
    const [row] = view.components
    expect(row!.monitors.map(({ days }) => uptimePercent(addUp(days))).sort()).toEqual([100, 50])
    expect(row!.monitors.map(({ responseTimes }) => responseTimes[21]).sort()).toEqual([100, null])
    expect(uptimePercent(addUp(row!.days))).toBe(66.6666)
    expect(row!.monitorCount).toBe(2)
    expect(row!.days).toHaveLength(90)
    expect(row!.days.at(-1)).toEqual({
      date: '2026-03-01',
      state: 'down',
      monitoredMs: 2 * hour,
      downMs: hour,
      tracked: true,
    })
    expect(row!.days.at(-2)).toEqual({ date: '2026-02-28', state: 'up', monitoredMs: hour, downMs: 0, tracked: true })
    expect(row!.days[0]).toEqual({ date: '2025-12-02', state: 'unknown', monitoredMs: 0, downMs: 0, tracked: false })
    expect(view.lastCheckedAt).toEqual(new Date(ago(2).getTime() + 9 * 60_000))
  })

  it('shows active maintenance, and no monitors of a collapsed component', async () => {
    const own = await newOrganization()
    const monitor = await monitorWithPast(store(), { organizationId: own, past: [], now })
    await addWindow(store(), own, windowRow(ago(0.5)))
    const [, view] = await shown([componentRow(now, { monitorIds: [monitor.id] })], own)
    expect(view.overallStatus).toBe('maintenance')
    expect(view.components[0]).toMatchObject({ status: 'maintenance', monitors: [] })
  })
})

describe('an announcement', () => {
  it('has updates, is passed on once, and disappears when it is removed', async () => {
    const component = componentRow(now)
    const [pageId, { slug }] = await shown([component])
    const announcement = announcementRow(now, { severity: 'critical', affectedComponentIds: [component.id] })
    expect(await addAnnouncement(store(), pageId, announcement)).toBe(true)
    expect(await findAnnouncement(store(), pageId, announcement.id)).toEqual(announcement)
    const { view } = (await readPageView(store(), { slug }, now))!
    expect(view).toMatchObject({ overallStatus: 'major_outage', components: [{ status: 'down' }] })
    expect(view.active).toMatchObject([{ title: 'Checkout is slow', affectedComponents: [{ name: 'Checkout' }] }])

    const over = advance(announcement, { id: newId(now), body: 'Mended.', event: null, status: 'resolved' }, now)
    await advanceAnnouncement(store(), pageId, over)
    expect(await lockAnnouncement(store(), pageId, announcement.id)).toEqual(over)
    const after = (await readPageView(store(), { slug }, new Date(now.getTime() + 1)))!.view
    expect(after).toMatchObject({ overallStatus: 'operational', active: [], history: [{ status: 'resolved' }] })

    const taken = await takeUnsentUpdates(store(), { limit: 10, now })
    expect(taken.map(({ updateId }) => updateId).sort()).toEqual(over.updates.map(({ id }) => id).sort())
    expect(await takeUnsentUpdates(store(), { limit: 10, now })).toEqual([])

    expect(await countAnnouncements(store(), pageId)).toBe(1)
    await removeAnnouncement(store(), pageId, announcement.id, now)
    expect(await listAnnouncements(store(), pageId, { limit: 10 })).toEqual([])
    expect(await countAnnouncements(store(), pageId)).toBe(0)
  })

  it('is read before or after an update, and never partly', async () => {
    const [pageId] = await shown([])
    const before = announcementRow(now)
    const after = advance(before, { id: newId(now), body: 'Mended.', event: null, status: 'resolved' }, now)
    await addAnnouncement(store(), pageId, before)
    const overtaken: Store = {
      ...store(),
      async rows<Row>(statement: Statement) {
        const found = await store().rows<Row>(statement)
        await advanceAnnouncement(store(), pageId, after)
        return found
      },
    }
    expect(await listAnnouncements(overtaken, pageId, { limit: 10 })).toEqual([before])
    expect(await listAnnouncements(store(), pageId, { limit: 10 })).toEqual([after])
  })

  it('exists once per incident and page, even after it was removed', async () => {
    const [pageId] = await shown([])
    const first = announcementRow(now, { sourceIncidentId: 7 })
    expect(await addAnnouncement(store(), pageId, first)).toBe(true)
    await removeAnnouncement(store(), pageId, first.id, now)
    expect(await addAnnouncement(store(), pageId, announcementRow(now, { sourceIncidentId: 7 }))).toBe(false)
  })

  it('is not created for a page that is deleted concurrently, without an error', async () => {
    const [pageId] = await shown([])
    let adding: Promise<boolean> | undefined
    await store().transaction(async (tx) => {
      await deletePage(tx, pageId)
      adding = addAnnouncement(store(), pageId, announcementRow(now))
      await waitForLockWait(tx)
    })
    expect(await adding).toBe(false)
  })
})
