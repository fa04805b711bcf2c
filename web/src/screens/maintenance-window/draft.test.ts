import { expect, it } from 'vitest'
import type { MaintenanceWindow } from '../../api-types.ts'
import { bodyOf, draftOf, newDraft, planOf } from './draft.ts'

const window: MaintenanceWindow = {
  object: 'maintenance_window',
  id: '0198c5a2-b3d2-7c10-9f4e-5d6c7b8a9f01',
  name: 'Database upgrade',
  description: null,
  monitor_ids: [],
  monitor_tags: ['team:shop'],
  starts_at: '2026-10-24T00:30:00.000Z',
  duration_minutes: 90,
  timezone: 'Europe/Berlin',
  recurrence: 'weekly',
  recurrence_until: '2026-12-31T23:00:00.000Z',
  suppress_alerts: true,
  exclude_from_sla: false,
  enabled: true,
  incident_id: null,
  created_at: '2026-02-10T09:00:00.000Z',
  updated_at: '2026-02-10T09:00:00.000Z',
}

it('a window that is opened and saved stays as it was', () => {
  const draft = draftOf(window)
  expect(draft).toMatchObject({ starts: '2026-10-24T02:30', length: '90', unit: 'minutes', until: '2026-12-31' })
  expect(bodyOf(draft, planOf(draft)!)).toEqual({
    name: 'Database upgrade',
    description: null,
    monitorIds: [],
    monitorTags: ['team:shop'],
    startsAt: window.starts_at,
    durationMinutes: 90,
    timezone: 'Europe/Berlin',
    recurrence: 'weekly',
    recurrenceUntil: window.recurrence_until,
    suppressAlerts: true,
    excludeFromSla: false,
  })
})

it('nothing chosen is no plan, because the API would take it for the whole organization', () => {
  const draft = newDraft({ monitorIds: [], tags: [], zone: 'UTC', nowMs: Date.parse('2026-11-17T09:04:00Z') })
  expect(draft.starts).toBe('2026-11-17T09:15')
  expect(planOf(draft)).toBe(null)
  expect(planOf({ ...draft, everything: true })).toMatchObject({ monitorIds: [], durationMinutes: 60 })
  expect(planOf({ ...draft, tags: ['db'], starts: '' })).toBe(null)
  expect(planOf({ ...draft, tags: ['db'], length: '0' })).toBe(null)
})
