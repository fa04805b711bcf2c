// Status pages for tests that go to the store themselves.
import { newId } from '../../../src/domain/id.ts'
import type { Announcement } from '../../../src/domain/status-page/announcement.ts'
import type { Component, StatusPage } from '../../../src/domain/status-page/page.ts'

let pages = 0

export function pageRow(now: Date, fields: Partial<StatusPage> = {}): StatusPage {
  return {
    id: newId(now),
    slug: `page-${++pages}`,
    name: 'Acme',
    description: null,
    isPublic: true,
    passwordProtected: false,
    autoPublishIncidents: true,
    dimUntrackedDays: true,
    theme: 'auto',
    language: 'en',
    daysShown: 90,
    footer: null,
    supportUrl: null,
    createdAt: now,
    updatedAt: now,
    ...fields,
  }
}

export function componentRow(now: Date, fields: Partial<Component> = {}): Component {
  return {
    id: newId(now),
    position: 0,
    name: 'Checkout',
    description: null,
    displayMode: 'rolled_up',
    publicCause: 'hidden',
    monitorIds: [],
    monitorTags: [],
    thirdParty: null,
    ...fields,
  }
}

export function announcementRow(now: Date, fields: Partial<Announcement> = {}): Announcement {
  const { body = 'We are looking into it.', status = 'investigating' } = fields
  return {
    id: newId(now),
    type: 'incident',
    title: 'Checkout is slow',
    body,
    language: null,
    status,
    severity: 'minor',
    affectedComponentIds: [],
    affectedMonitorIds: [],
    scheduledStart: null,
    scheduledEnd: null,
    sourceIncidentId: null,
    maintenanceWindowId: null,
    resolvedAt: null,
    createdAt: now,
    updatedAt: now,
    updates: [{ id: newId(now), body, event: null, status, createdAt: now }],
    ...fields,
  }
}
