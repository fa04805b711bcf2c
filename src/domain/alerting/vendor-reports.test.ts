import { describe, expect, it } from 'vitest'
import { type VendorReport, updateReports } from './vendor-reports.ts'

const now = new Date('2026-03-01T12:10:00.000Z')
const outage = { id: 'x1', title: 'Errors', url: null, startedAt: '2026-03-01T12:03:00.000Z' }
const known: VendorReport = { ...outage, vendor: 'cloudflare', endedAt: null }

describe('reports of vendors', () => {
  it('begin when a vendor lists an incident, once', () => {
    const fresh = [{ vendor: 'cloudflare', incidents: [outage] }]
    expect(updateReports([], fresh, now)).toEqual({ reports: [known], begun: [known], ended: [] })
    expect(updateReports([known], fresh, now)).toEqual({ reports: [known], begun: [], ended: [] })
  })

  it('end when the vendor lists it no more', () => {
    const ended = { ...known, endedAt: now.toISOString() }
    const update = updateReports([known], [{ vendor: 'cloudflare', incidents: [] }], now)
    expect(update).toEqual({ reports: [ended], begun: [], ended: [ended] })
    expect(updateReports([ended], [{ vendor: 'cloudflare', incidents: [] }], now).ended).toEqual([])
  })

  it('stay as they are while the status of the vendor is unknown', () => {
    expect(updateReports([known], [{ vendor: 'github', incidents: [] }], now).reports).toEqual([known])
  })

  it('of two vendors with the same id are two', () => {
    const update = updateReports([known], [{ vendor: 'github', incidents: [outage] }], now)
    expect(update.begun.map(({ vendor }) => vendor)).toEqual(['github'])
  })
})
