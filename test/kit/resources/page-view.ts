// A status page as visitors see it, for tests that ask what is made of it.
import type { BarState } from '../../../src/domain/history/bars.ts'
import type {
  AnnouncementView,
  ComponentView,
  DayView,
  MonitorView,
  PageView,
} from '../../../src/domain/status-page/page-view.ts'
import type { PageVisit } from '../../../src/pages/visit.ts'

const dayMs = 86_400_000
export const asOf = new Date('2026-03-17T09:42:00Z')

export const visit: PageVisit = {
  language: 'en',
  chosen: false,
  base: '/status/halden',
  url: 'https://lapwing.example/status/halden',
  stale: false,
  mail: true,
}

/** Ninety quiet days, save for those that are named by how many days ago they were. */
export function days(other: Readonly<Record<number, BarState | 'untracked'>> = {}): DayView[] {
  return Array.from({ length: 90 }, (_, index) => {
    const ago = 89 - index
    const state = other[ago] ?? 'up'
    const date = new Date(asOf.getTime() - ago * dayMs).toISOString().slice(0, 10)
    if (state === 'untracked') return { date, state: 'unknown', monitoredMs: 0, downMs: 0, tracked: false }
    const lost = state === 'down' ? 0.035 : state === 'degraded' ? 0.006 : 0
    return { date, state, monitoredMs: dayMs, downMs: lost * dayMs, tracked: true }
  })
}

let made = 0
const nextId = (): string => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`

export function component(other: Partial<ComponentView> = {}): ComponentView {
  return {
    id: nextId(),
    name: 'Online shop',
    description: 'www.halden.example',
    displayMode: 'rolled_up',
    status: 'up',
    cause: null,
    monitorCount: 1,
    days: days({ 20: 'degraded' }),
    monitors: [],
    thirdParty: null,
    ...other,
  }
}

export const monitor = (other: Partial<MonitorView> = {}): MonitorView => ({
  name: 'Signing in',
  status: 'up',
  days: days({ 12: 'down' }),
  responseTimes: Array.from({ length: 24 }, (_, hour) => (hour === 5 ? null : 120 + ((hour * 37) % 60))),
  ...other,
})

export function incident(other: Partial<AnnouncementView> = {}): AnnouncementView {
  const createdAt = other.createdAt ?? new Date(asOf.getTime() - 6 * 60_000)
  return {
    id: nextId(),
    type: 'incident',
    title: 'Payments fail for some customers',
    status: 'identified',
    severity: 'critical',
    language: 'en',
    affectedComponents: [],
    phase: null,
    scheduledStart: null,
    scheduledEnd: null,
    createdAt,
    updatedAt: new Date(createdAt.getTime() + 5 * 60_000),
    resolvedAt: null,
    updates: [
      {
        id: nextId(),
        body: 'Some payments fail with an error. Your basket is kept; please try again in a few minutes.',
        language: 'en',
        event: null,
        status: 'investigating',
        at: createdAt,
      },
      {
        id: nextId(),
        body: 'A new version of our payment service does not answer in Europe. We are going back to the previous one.',
        language: 'en',
        event: null,
        status: 'identified',
        at: new Date(createdAt.getTime() + 5 * 60_000),
      },
    ],
    ...other,
  }
}

export const work = (other: Partial<AnnouncementView> = {}): AnnouncementView =>
  incident({
    type: 'maintenance',
    title: 'Database upgrade for store pick-up',
    status: 'investigating',
    severity: 'minor',
    phase: 'planned',
    scheduledStart: new Date(asOf.getTime() + dayMs),
    scheduledEnd: new Date(asOf.getTime() + dayMs + 5_400_000),
    updates: [
      {
        id: nextId(),
        body: 'Reservations can be read but not changed. Stores accept them at the counter as usual.',
        language: 'en',
        event: null,
        status: 'investigating',
        at: new Date(asOf.getTime() - 3_600_000),
      },
    ],
    ...other,
  })

export function pageView(other: Partial<PageView> = {}): PageView {
  return {
    id: '00000000-0000-4000-8000-00000000abcd',
    slug: 'halden',
    name: 'Halden Outdoor',
    description: null,
    footer: null,
    supportUrl: null,
    logo: null,
    theme: 'auto',
    language: 'en',
    isPublic: true,
    passwordProtected: false,
    dimUntrackedDays: true,
    daysShown: 90,
    asOf,
    lastCheckedAt: new Date(asOf.getTime() - 4000),
    overallStatus: 'operational',
    components: [component()],
    active: [],
    planned: [],
    history: [],
    createdAt: new Date('2026-01-01T00:00:00Z'),
    updatedAt: new Date('2026-03-01T00:00:00Z'),
    ...other,
  }
}

/** A shop on a bad morning: something of everything. */
export function busyPage(): PageView {
  const checkout = component({
    name: 'Checkout',
    description: 'Basket, payment, confirmation',
    status: 'down',
    cause: { word: 'errors', detected: '503', expected: '2xx' },
    days: days({
      60: 'down',
      54: 'maintenance',
      53: 'maintenance',
      41: 'degraded',
      21: 'down',
      12: 'degraded',
      0: 'down',
    }),
  })
  const pickUp = component({ name: 'Store pick-up', description: 'Reservations in 42 stores', status: 'maintenance' })
  const day = (ago: number): Date => new Date(asOf.getTime() - ago * dayMs)
  return pageView({
    overallStatus: 'degraded',
    components: [
      checkout,
      component(),
      component({
        name: 'Customer account',
        description: null,
        displayMode: 'collapsible_group',
        monitors: [monitor(), monitor({ name: 'Orders and returns' })],
      }),
      component({
        name: 'Interfaces',
        description: 'For partners',
        displayMode: 'expanded',
        status: 'degraded',
        cause: { word: 'slow', detected: null, expected: null },
        monitors: [monitor({ name: 'Orders API', status: 'degraded' }), monitor({ name: 'Wish lists' })],
        days: days(Object.fromEntries(Array.from({ length: 34 }, (_, index) => [89 - index, 'untracked']))),
      }),
      pickUp,
      component({
        name: 'Cards',
        days: [],
        thirdParty: { serviceName: 'Stripe', url: 'https://status.example', components: [], saidAt: asOf },
      }),
    ],
    active: [incident({ affectedComponents: [checkout] })],
    planned: [
      work({ phase: 'in_progress', affectedComponents: [pickUp], scheduledStart: day(0.02), scheduledEnd: day(-0.03) }),
    ],
    history: [
      incident({
        title: 'Product images were slow in Asia',
        createdAt: day(2),
        resolvedAt: day(1.96),
        status: 'resolved',
      }),
      incident({ title: 'Order e-mail was late', createdAt: day(40), resolvedAt: day(39.98), status: 'resolved' }),
    ],
  })
}
