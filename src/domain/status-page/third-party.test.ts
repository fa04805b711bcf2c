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
}

describe('the status of a third-party service', () => {
  it('is read by component, without groups', () => {
    expect(readSummary(summary)).toEqual({
      status: 'degraded',
      components: { 'Git Operations': 'up', Actions: 'degraded', Pages: 'down', Codespaces: 'unknown' },
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
