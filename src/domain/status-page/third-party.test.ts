import { describe, expect, it } from 'vitest'
import { readSummary, serviceOf, services, statusOfService } from './third-party.ts'

const summary = {
  page: { id: 'x', name: 'GitHub' },
  status: { indicator: 'minor', description: 'Partially degraded' },
  components: [
    { name: 'Git Operations', status: 'operational', group: false },
    { name: 'Actions', status: 'partial_outage', group: false },
    { name: 'Pages', status: 'major_outage' },
    { name: 'A group', status: 'major_outage', group: true },
    { name: 'Codespaces', status: 'something new' },
    { name: 7, status: 'operational' },
  ],
  incidents: [
    { id: 'a1', name: 'Delays', status: 'investigating', impact: 'minor', started_at: '2026-03-01T13:03:00+01:00' },
    {
      id: 'a2',
      name: 'Link',
      status: 'identified',
      created_at: '2026-03-01T12:04:00Z',
      shortlink: 'https://stspg.io/x',
    },
    { id: 'a3', name: 'Over', status: 'resolved', impact: 'major', created_at: '2026-03-01T12:00:00Z' },
    { id: 'a4', name: 'Nothing', status: 'monitoring', impact: 'none', created_at: '2026-03-01T12:00:00Z' },
    { id: 'a5', name: 'Undated', status: 'investigating', created_at: 'soon' },
    { id: 'a6', name: 'Trick', status: 'x', created_at: '2026-03-01T12:05:00Z', shortlink: 'javascript:alert(1)' },
    'text',
  ],
}

describe('the status of a third-party service', () => {
  it('is read by component, without groups, and with open incidents', () => {
    expect(readSummary(summary)).toEqual({
      status: 'degraded',
      components: { 'Git Operations': 'up', Actions: 'degraded', Pages: 'down', Codespaces: 'unknown' },
      incidents: [
        { id: 'a1', title: 'Delays', url: null, startedAt: '2026-03-01T12:03:00.000Z' },
        { id: 'a2', title: 'Link', url: 'https://stspg.io/x', startedAt: '2026-03-01T12:04:00.000Z' },
        { id: 'a6', title: 'Trick', url: null, startedAt: '2026-03-01T12:05:00.000Z' },
      ],
    })
  })

  it.each([null, 'text', [], {}, { status: 'up' }, { status: { indicator: 'fine' } }])(
    'is nothing when it is %j',
    (document) => {
      expect(readSummary(document)).toBeNull()
    },
  )

  it('covers the whole service, or the selected components', () => {
    const said = readSummary(summary)!
    expect(statusOfService(said, [])).toBe('degraded')
    expect(statusOfService(said, ['Git Operations'])).toBe('up')
    expect(statusOfService(said, ['Git Operations', 'Pages'])).toBe('down')
    expect(statusOfService(said, ['Renamed'])).toBe('unknown')
  })
})

it('has a unique slug per service, and uses https', () => {
  for (const { slug, url } of services) {
    expect(slug).toMatch(/^[a-z0-9-]+$/)
    expect(url).toMatch(/^https:\/\/[a-z0-9.-]+$/)
    expect(serviceOf(slug)?.url).toBe(url)
  }
})
