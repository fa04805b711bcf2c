// Queues of what people read: status pages, their subscribers, and reports.
import { newId } from '../../src/domain/id.ts'
import { subscriberContext } from '../../src/domain/status-page/subscriber.ts'
import { processDue } from '../../src/engine/due-queue.ts'
import { startReportEmails } from '../../src/engine/reports/send-reports.ts'
import { startStatusPages } from '../../src/engine/status-pages/rounds.ts'
import { sendEmails, updateQueue } from '../../src/engine/status-pages/subscriber-emails.ts'
import type { Net } from '../../src/net/index.ts'
import { putOrganization } from '../../src/store/accounts/organizations.ts'
import { sql } from '../../src/store/database/sql.ts'
import { addReportEmails } from '../../src/store/reports/report-emails.ts'
import { putSchedule } from '../../src/store/reports/schedules.ts'
import { addAnnouncement } from '../../src/store/status-pages/announcements.ts'
import { putComponents } from '../../src/store/status-pages/components.ts'
import { addPage } from '../../src/store/status-pages/pages.ts'
import { addQuestions } from '../../src/store/status-pages/subscriber-emails.ts'
import { addSubscriber } from '../../src/store/status-pages/subscribers.ts'
import { vault } from '../kit/alerts/engine.ts'
import { announcementRow, componentRow, pageRow } from '../kit/resources/status-pages.ts'
import { statusSummary } from '../kit/servers/vendors/status-summary.ts'
import { type PoisonWorld, type PoisonedQueue, onInsert, onUpdate, once } from './world.ts'

const net = {} as Net
const publish = ({ services }: PoisonWorld) => once(startStatusPages({ ...services, net }))

async function pageOf({ store, clock, organizationId }: PoisonWorld, monitorIds: string[][] = []): Promise<string> {
  const page = pageRow(clock.now())
  await addPage(store, organizationId, page)
  const components = monitorIds.map((ids, position) => componentRow(clock.now(), { position, monitorIds: ids }))
  await putComponents(store, page.id, components)
  return page.id
}

const schedule = {
  cadence: 'daily' as const,
  enabled: true,
  recipients: ['ada@example.com'],
  monitorIds: [],
  tags: [],
  day: null,
  slaTarget: 99.9,
  nextAt: null as Date | null,
}

/** Vendors whose status says that something is broken, on whom a failing monitor depends. */
async function vendors(world: PoisonWorld, slugs: readonly string[]) {
  const { store, clock, services } = world
  await store.run(sql`update monitors set vendor_slugs = ${slugs}`)
  const vendor = await statusSummary(store, clock, services.log)
  const incident = { id: '1', name: 'Down', status: 'investigating', started_at: clock.now().toISOString() }
  vendor.publish({ body: JSON.stringify({ status: { indicator: 'major' }, incidents: [incident] }) })
  return async (): Promise<void> => {
    await store.run(sql`update third_party_services set asked_at = '-infinity'`)
    await vendor.poll()
  }
}

export const publishingQueues: readonly PoisonedQueue[] = [
  {
    kind: 'unpublished incidents',
    async prepare(world) {
      const failures = await world.three(() => world.failing())
      await pageOf(
        world,
        failures.map(({ monitorId }) => [monitorId]),
      )
      return {
        items: failures.map(({ incident }) => incident),
        ...onInsert('announcements', 'source_incident_id'),
        work: () => publish(world),
        done: () => world.ids(sql`select source_incident_id as id from announcements`),
      }
    },
  },
  {
    kind: 'published incidents',
    async prepare(world) {
      const failures = await world.three(() => world.failing())
      await pageOf(
        world,
        failures.map(({ monitorId }) => [monitorId]),
      )
      await publish(world)
      await world.store.run(sql`update incidents set acknowledged_at = ${world.clock.now()}`)
      return {
        items: await world.ids(sql`select id from announcements`),
        ...onUpdate('announcements'),
        work: () => publish(world),
        done: () => world.ids(sql`select id from announcements where status = 'identified'`),
      }
    },
  },
  {
    kind: 'maintenance announcements',
    async prepare(world) {
      const monitorId = await world.service()
      const items = await world.three(() => pageOf(world, [[monitorId]]))
      await world.window(monitorId, 60)
      return {
        items,
        ...onInsert('announcements', 'page_id'),
        work: () => publish(world),
        done: () => world.ids(sql`select page_id as id from announcements`),
      }
    },
  },
  {
    kind: 'page updates',
    async prepare(world) {
      const { services, store, clock, three, ids } = world
      const pageId = await pageOf(world)
      const items = await three(async () => {
        const row = announcementRow(clock.now())
        await addAnnouncement(store, pageId, row)
        return row.updates[0]!.id
      })
      return {
        items,
        ...onUpdate('announcement_updates'),
        work: () => processDue(services, updateQueue),
        done: () => ids(sql`select id from announcement_updates where told_at is not null`),
      }
    },
  },
  {
    kind: 'subscriber emails',
    isDropped: true,
    async prepare(world) {
      const { services, store, clock, three, ids } = world
      const now = clock.now()
      const pageId = await pageOf(world)
      const items = await three(async (n) => {
        const id = newId(now)
        const secrets = JSON.stringify({ address: `${n}@example.com`, token: `token-${n}` })
        const subscriber = {
          id,
          pageId,
          channel: 'email',
          shown: `${n}@example.com`,
          addressHash: Buffer.from(`address ${n}`),
          tokenHash: Buffer.from(`token ${n}`),
          sealed: vault.seal(secrets, subscriberContext(id)),
          language: 'en',
          confirmBy: new Date(now.getTime() + 86_400_000),
        } as const
        await addSubscriber(store, subscriber, { confirmedBefore: now, now })
        return id
      })
      await addQuestions(store, items, now)
      const parts = { ...services, vault, net, mail: null, origin: () => 'https://lapwing.example' }
      return {
        items,
        refuse: (item) => ({
          table: 'status_page_letters',
          on: 'update',
          when: `old.subscriber_id = '${item}' and new.due_at <> old.due_at`,
        }),
        work: () => sendEmails(parts),
        done: () => ids(sql`select subscriber_id as id from status_page_letters where due_at > ${now}`),
      }
    },
  },
  {
    kind: 'third-party services',
    isDropped: true,
    async prepare(world) {
      const items = ['github', 'linear', 'npm']
      await world.failing()
      const poll = await vendors(world, items)
      return {
        items,
        refuse: (item) => ({
          table: 'third_party_services',
          on: 'update',
          when: `old.slug = '${item}' and new.said_at is distinct from old.said_at`,
        }),
        work: poll,
        done: () => world.ids(sql`select slug as id from third_party_services where said_at is not null`),
      }
    },
  },
  {
    kind: 'vendor reports',
    async prepare(world) {
      const failures = await world.three(() => world.failing())
      return {
        items: failures.map(({ incident }) => incident),
        ...onUpdate('incidents'),
        work: await vendors(world, ['github']),
        done: () => world.ids(sql`select id from incidents where vendor_reports <> '[]'`),
      }
    },
  },
  {
    kind: 'report schedules',
    async prepare({ services, store, clock, three, ids }) {
      const now = clock.now()
      const items = await three(async (n) => {
        const draft = { name: `Org ${n}`, slug: `org-${n}`, plan: 'enterprise' as const, limits: {} }
        const { id } = await putOrganization(store, draft, now)
        await putSchedule(store, id, { ...schedule, nextAt: now })
        return id
      })
      const parts = { ...services, mail: { deliver: async () => undefined }, origin: () => null }
      return {
        items,
        ...onInsert('report_letters', 'organization_id'),
        work: () => once(startReportEmails(parts)),
        done: () => ids(sql`select organization_id as id from report_schedules where next_at > ${now}`),
      }
    },
  },
  {
    kind: 'report emails',
    async prepare({ services, store, clock, organizationId }) {
      const items = ['ada@example.com', 'ben@example.com', 'cleo@example.com']
      await putSchedule(store, organizationId, schedule)
      const report = { organizationId, cadence: 'daily' as const, dueAt: clock.now(), recipients: items }
      await addReportEmails(store, report, clock.now())
      const sentTo: string[] = []
      const mail = { deliver: async ({ to }: { to: { address: string } }) => void sentTo.push(to.address) }
      return {
        items,
        ...onUpdate('report_letters', 'recipient'),
        work: () => once(startReportEmails({ ...services, mail, origin: () => null })),
        done: async () => sentTo,
      }
    },
  },
]
