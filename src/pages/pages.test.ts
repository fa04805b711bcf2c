import { gzipSync } from 'node:zlib'
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import { describe, expect, it } from 'vitest'
import type { PageView } from '../domain/status-page/page-view.ts'
import { readSummary } from '../domain/status-page/third-party.ts'
import { eventsIn, momentOf } from '../../test/kit/resources/icalendar.ts'
import {
  busyPage,
  component,
  days,
  incident,
  monitor,
  pageView,
  visit,
  work,
} from '../../test/kit/resources/page-view.ts'
import { verdictOf } from './banner.ts'
import { badge, badgeStyles, shieldsBadge } from './embeds/badge.ts'
import { embedOf, framePage } from './embeds/embed.ts'
import { statusBadge, uptimeBadge } from './embeds/page-badges.ts'
import { atomFeed } from './feeds/atom.ts'
import { maintenanceCalendar } from './feeds/calendar.ts'
import { jsonFeed } from './feeds/json-feed.ts'
import { llmsText } from './feeds/llms.ts'
import { rssFeed } from './feeds/rss.ts'
import { v2Documents } from './feeds/v2.ts'
import { languageFor, languages } from './languages.ts'
import { noticeEmail } from './emails.ts'
import { script } from './parts/script.ts'
import { daysPage } from './screens/days.ts'
import { historyPage, incidentPage } from './screens/history.ts'
import { statusPage } from './screens/status.ts'

const several = (count: number): PageView =>
  pageView({
    components: Array.from({ length: count }, (_, index) =>
      component({
        name: `Service ${index}`,
        description: `What customers use number ${index} for`,
        days: days({ [index]: 'down', [(index * 7) % 90]: 'degraded', [(index * 13) % 90]: 'maintenance' }),
      }),
    ),
    active: [incident(), incident()],
    planned: [work()],
  })

describe('the page', () => {
  it('is at most 25 KB with twenty components, and its script 2 KB', () => {
    for (const language of languages)
      expect(gzipSync(statusPage(several(20), { ...visit, language })).length).toBeLessThan(25_000)
    expect(Buffer.byteLength(script)).toBeLessThanOrEqual(2048)
  })

  it('loads nothing from other hosts', () => {
    const page = statusPage(busyPage(), visit)
    expect(
      [...page.matchAll(/(?:src|action)="([^"]*)"/g)].filter(([, url]) => !url!.startsWith('/status/halden')),
    ).toEqual([])
    expect(page).not.toContain('@import')
    expect(page).not.toContain('url(')
  })

  it.each<[string, Partial<PageView>, string]>([
    ['all is well', {}, 'All systems operational.'],
    ['all is well but for a minor incident', { active: [incident({ severity: 'minor' })] }, 'There is an incident.'],
    ['nothing is listed', { components: [] }, 'No services yet.'],
    [
      'one is down',
      { overallStatus: 'degraded', components: [component({ status: 'down' }), component({ name: 'Search' })] },
      'Online shop is disrupted.',
    ],
    [
      'one is slow',
      { overallStatus: 'degraded', components: [component({ status: 'degraded' }), component()] },
      'Online shop is degraded.',
    ],
    [
      'some are down',
      {
        overallStatus: 'degraded',
        components: [component({ status: 'down' }), component({ status: 'down' }), component(), component()],
      },
      'Some services are disrupted.',
    ],
    [
      'most are down',
      {
        overallStatus: 'major_outage',
        components: [component({ status: 'down' }), component({ status: 'down' }), component()],
      },
      'Most services are down.',
    ],
    ['only words say so', { overallStatus: 'major_outage', active: [incident()] }, 'There is a major incident.'],
  ])('says in a sentence that %s', (_, fields, sentence) => {
    expect(verdictOf(pageView(fields), visit).sentence).toBe(sentence)
  })

  it('shows a day with an open incident as not quiet', () => {
    const quietDays = (view: PageView): number => statusPage(view, visit).split('No incidents reported.').length - 1
    expect(quietDays(pageView({}))).toBe(7)
    const began = pageView({}).asOf
    expect(quietDays(pageView({ active: [incident({ createdAt: began })], history: [] }))).toBe(6)
  })

  it('says which days were not monitored', () => {
    const since = Object.fromEntries(Array.from({ length: 87 }, (_, index) => [index + 3, 'untracked' as const]))
    const page = statusPage(pageView({ components: [component({ days: days(since) })] }), visit)
    expect(page.split('No incidents reported.').length - 1).toBe(3)
    expect(page.split('Not monitored yet.').length - 1).toBe(4)
  })

  it('draws bars for the parts of a group, and a response chart where monitors are listed', () => {
    const barsIn = (displayMode: 'rolled_up' | 'collapsible_group'): number =>
      statusPage(pageView({ components: [component({ displayMode, monitors: [monitor(), monitor()] })] }), visit).split(
        'class="bs"',
      ).length - 1
    expect([barsIn('rolled_up'), barsIn('collapsible_group')]).toEqual([1, 3])
    const listed = component({ displayMode: 'expanded', monitors: [monitor()] })
    expect(statusPage(pageView({ components: [listed] }), visit)).toContain('Response time over 24 hours: ')
  })

  it('links to help, explains a form without email, and names languages legibly', () => {
    const page = statusPage(pageView({ supportUrl: 'https://halden.example/help' }), { ...visit, mail: false })
    expect(page).toContain('href="https://halden.example/help"')
    expect(page).toContain('This page cannot send email.')
    expect(page).toContain('Japanese')
    expect(statusPage(pageView({}), visit)).not.toContain('cannot send email')
  })

  it('shows the end of maintenance, and the time of the last figures', () => {
    const shop = component({ status: 'maintenance' })
    const end = new Date('2026-03-17T10:30:00Z')
    const under = work({ phase: 'in_progress', affectedComponents: [shop], scheduledEnd: end })
    const view = pageView({ overallStatus: 'maintenance', components: [shop], planned: [under] })
    expect(verdictOf(view, visit).sentence).toBe('Maintenance of Online shop until 10:30 UTC.')
    expect(verdictOf(view, { ...visit, stale: true }).sentence).toBe(
      'This page shows the status as of 17 Mar, 09:42 UTC.',
    )
  })

  it('shows monitor names only if enabled, and a month of history', () => {
    const page = statusPage(busyPage(), visit)
    expect(page).toContain('Orders API')
    expect(historyPage(busyPage(), visit, null)).toContain('Product images were slow in Asia')
    expect(historyPage(busyPage(), visit, '2026-02')).toContain('Order e-mail was late')
    expect(historyPage(busyPage(), visit, '2019-01')).toBeNull()
  })
})

describe('user input', () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)>'&\u0000]]>`
  const everywhere = (): PageView => {
    const bad = component({
      name: evil,
      description: evil,
      displayMode: 'expanded',
      status: 'down',
      monitors: [monitor({ name: evil })],
      cause: { word: 'errors', detected: evil, expected: evil },
    })
    const theirs = component({
      thirdParty: { serviceName: evil, url: 'https://x.example', components: [], saidAt: null },
    })
    const said = incident({
      title: evil,
      affectedComponents: [bad],
      updates: [{ id: 'u', body: evil, language: 'en', event: null, status: 'investigating', at: new Date() }],
    })
    const planned = work({ title: evil, affectedComponents: [bad] })
    return pageView({
      name: evil,
      description: evil,
      footer: evil,
      overallStatus: 'degraded',
      components: [bad, theirs],
      active: [said],
      planned: [planned],
      history: [{ ...said, resolvedAt: new Date() }],
    })
  }

  it('is escaped on every page and in every feed and email', () => {
    const view = everywhere()
    const badges = badgeStyles.map((style) => badge(statusBadge(view, visit, { label: evil, component: null })!, style))
    const letter = noticeEmail(
      { ...view.active[0]!, at: new Date(), body: evil, components: [evil], url: 'https://x.example' },
      { pageName: evil, language: 'en' },
      { manage: 'https://x.example/m', stop: 'https://x.example/s' },
    )
    const documents = [
      statusPage(view, visit),
      historyPage(view, visit, null)!,
      incidentPage(view, visit, view.active[0]!.id)!,
      daysPage(view, visit, view.components[0]!.id)!,
      framePage(view, visit),
      rssFeed(view, visit),
      atomFeed(view, visit),
      letter.html,
      ...badges,
    ]
    for (const text of documents) {
      expect(text).not.toMatch(/<script>alert|<img src=x|\u0000/)
      expect(text).toContain('&lt;script&gt;')
    }
    expect(letter.subject).not.toMatch(/[\r\n]/)
  })
})

describe('a language', () => {
  it.each([
    ['de-CH, en;q=0.8', 'de'],
    ['pt-BR, es;q=0.2, fr;q=0.9', 'fr'],
    ['zh-Hant-TW', 'zh'],
    ['en;q=0, ja', 'ja'],
    ['*', null],
    ['tlh', null],
  ])('%s is answered in %s', (header, language) => {
    expect(languageFor(header)).toBe(language)
  })

  it('is used on every page', () => {
    const pages = languages.map((language) => statusPage(busyPage(), { ...visit, language }))
    expect(new Set(pages).size).toBe(languages.length)
    for (const page of pages) expect(page).not.toMatch(/undefined|\[object/)
  })
})

describe('feeds and embeds', () => {
  it('the three feeds have the same entries', () => {
    const odd = 'Fish & <chips> "now" ]]>'
    const view = { ...busyPage(), name: odd, active: [incident({ title: odd }), ...busyPage().active] }
    const rss = parseRssFeed(rssFeed(view, visit))
    const atom = parseAtomFeed(atomFeed(view, visit))
    const json = parseJsonFeed(jsonFeed(view, visit))
    const asRss = rss.items!.map(({ guid, title, link, description, pubDate }) => ({
      id: guid?.value,
      title,
      url: link,
      content: description,
      at: new Date(pubDate!),
    }))
    const asAtom = atom.entries!.map(({ id, title, links, content, updated }) => ({
      id,
      title: title?.value,
      url: links?.[0]?.href,
      content: content?.value,
      at: new Date(updated!),
    }))
    const asJson = json.items!.map(({ id, title, url, content_html, date_modified }) => ({
      id,
      title,
      url,
      content: content_html?.trim(),
      at: new Date(date_modified!),
    }))
    expect(asJson).toHaveLength(5)
    expect(asJson.every(({ at }) => !Number.isNaN(at.getTime()))).toBe(true)
    expect(asRss).toEqual(asJson)
    expect(asAtom).toEqual(asJson)
    expect(asJson.find(({ title }) => title === odd)!.content).toContain('<p>')
    expect([rss.title, atom.title?.value]).toEqual([json.title, json.title])
    expect([rss.link, atom.links?.[0]?.href, json.home_page_url]).toEqual([visit.url, visit.url, visit.url])
  })

  it('maintenance is available as a calendar, whole or one by one', () => {
    const view = pageView({ planned: [work()], active: [incident()] })
    const [event, ...more] = eventsIn(maintenanceCalendar(view, visit)!)
    expect(more).toEqual([])
    expect(event).toMatchObject({ SUMMARY: 'Database upgrade for store pick-up' })
    expect(momentOf(event!.DTSTART)).toEqual(view.planned[0]!.scheduledStart)
    expect(maintenanceCalendar(view, visit, view.planned[0]!.id)).toContain('BEGIN:VEVENT')
    expect(maintenanceCalendar(view, visit, 'other')).toBeNull()
  })

  it('the JSON format is read by our own reader of third-party pages', () => {
    const view = busyPage()
    const said = readSummary(JSON.parse(JSON.stringify(v2Documents['summary.json']!(view, visit))))
    expect(said).toEqual({
      status: 'degraded',
      components: Object.fromEntries(view.components.map(({ name, status }) => [name, status])),
      incidents: [expect.objectContaining({ title: expect.any(String), startedAt: expect.any(String) })],
    })
    expect(v2Documents['incidents/unresolved.json']!(view, visit)).toMatchObject({
      incidents: [
        {
          status: 'identified',
          impact: 'critical',
          incident_updates: [{ status: 'identified' }, { status: 'investigating' }],
        },
      ],
    })
    expect(v2Documents['scheduled-maintenances.json']!(view, visit)).toMatchObject({
      scheduled_maintenances: [{ status: 'in_progress', impact: 'maintenance' }],
    })
  })

  it('badges show status and uptime', () => {
    const view = busyPage()
    expect(JSON.parse(shieldsBadge(statusBadge(view, visit, { label: null, component: null })!))).toMatchObject({
      schemaVersion: 1,
      label: 'Halden Outdoor',
      message: 'Degraded',
    })
    expect(uptimeBadge(view, visit, { label: 'shop', component: 'Online shop', days: 7 })).toEqual({
      label: 'shop',
      word: '100%',
      tone: 'up',
    })
    expect(statusBadge(view, visit, { label: null, component: 'No such one' })).toBeUndefined()
  })

  it.each([
    [12, 1, 'en', '100% uptime in 12 minutes', '100% in 12 minutes', 'idle'],
    [12, 1, 'de', '100 % verfügbar in 12 Minuten', '100 % in 12 Minuten', 'idle'],
    [5 * 60, 2, 'fr', '100 % de disponibilité en 2 heures', '100 % en 2 heures', 'idle'],
    [23 * 60, 1, 'ja', '稼働率 100%（監視 23 時間）', '100%（監視 23 時間）', 'idle'],
    [24 * 60, 1, 'en', '100% uptime', '100%', 'up'],
  ] as const)('after %i min of %i monitors says so, in %s', (minutes, monitorCount, language, text, word, tone) => {
    const first = { date: '2026-03-17', state: 'up', monitoredMs: minutes * 60_000, downMs: 0, tracked: true } as const
    const before = days(Object.fromEntries(Array.from({ length: 90 }, (_, ago) => [ago, 'untracked'])))
    const view = { ...busyPage(), components: [component({ monitorCount, days: [...before.slice(1), first] })] }
    const plain = (some: string): string => some.replaceAll(/[\u00a0\u202f]/g, ' ')
    expect(plain(statusPage(view, { ...visit, language }))).toContain(text)
    const shown = uptimeBadge(view, { ...visit, language }, { label: 'shop', component: null, days: 30 })!
    expect({ ...shown, word: plain(shown.word) }).toEqual({ label: 'shop', word, tone })
  })

  it('embeds contain no more than the page', () => {
    expect(embedOf(busyPage(), visit)).toMatchObject({ overall_status: 'degraded', next_maintenance: null })
    expect(JSON.stringify(embedOf(busyPage(), visit))).not.toContain('Signing in')
    expect(llmsText(busyPage(), visit)).toContain('- Checkout: Down')
    expect(JSON.parse(jsonFeed(busyPage(), visit)).items).toHaveLength(4)
  })
})
