import { beforeAll, describe, expect, it } from 'vitest'
import { sharedStore } from '../../../test/kit/lapwing/database.ts'
import { monitorRow } from '../../../test/kit/resources/monitors.ts'
import { hostStateAt, newHost, silenceMoments } from '../../domain/host/host.ts'
import { newId } from '../../domain/id.ts'
import { putOrganization } from '../accounts/organizations.ts'
import { sql } from '../database/sql.ts'
import { addMonitor } from '../monitors/monitors.ts'
import { keepPartitions } from '../results/partitions.ts'
import { recordLateOutcomes } from '../results/record-outcomes.ts'
import { countHosts, findHost, listHosts, scrapeHosts } from './host-reads.ts'
import {
  addHost,
  lockDueHosts,
  lockHostOfToken,
  lockHostsAhead,
  hostsAmong,
  saveHosts,
  saveHostUpdate,
} from './hosts.ts'

const now = new Date('2026-03-01T12:00:00Z')
const tokenHash = Buffer.from('hash')
const plan = { reportMs: 60_000, livenessMs: 180_000 }

const store = sharedStore()
let organizationId: string
const id = newId(now)

beforeAll(async () => {
  const draft = { name: 'Acme', slug: 'acme', plan: 'enterprise', limits: {} } as const
  organizationId = (await putOrganization(store(), draft, now)).id
  const monitor = monitorRow(now, { type: 'host', name: 'web-1', deadlineSeconds: null, tags: ['env:prod'] })
  await addMonitor(store(), organizationId, monitor, now)
  await addHost(store(), organizationId, { id, monitorId: monitor.id, tokenHash, tokenExpiresAt: now })
})

const held = async () => (await lockHostOfToken(store(), tokenHash))!

/** The state after a report this many seconds ago. */
async function reportedAgo(seconds: number): Promise<number> {
  const reportedAt = now.getTime() - seconds * 1000
  const { monitorNumber } = await held()
  const host = { ...newHost, reportedAt }
  await saveHosts(store(), [{ monitorNumber, host, moments: silenceMoments(plan, reportedAt) }])
  return reportedAt
}

describe('hosts in the database', () => {
  it('have not reported at first, and are found by their attributes', async () => {
    expect(await findHost(store(), organizationId, { id, now })).toMatchObject({
      name: 'web-1',
      state: 'never_reported',
    })
    const found = async (filter: object) =>
      listHosts(store(), organizationId, { filter, after: undefined, limit: 9, now })
    expect(await found({ tag: 'env:prod', q: 'WEB', state: 'never_reported' })).toHaveLength(1)
    expect(await found({ state: 'online' })).toEqual([])
    expect(await countHosts(store(), { organizationId, tag: 'env:prod', now })).toMatchObject({
      total: 1,
      never_reported: 1,
    })
  })

  it.each([0, 119, 120, 179, 180, 10_000])(
    'are in the state that the rules say, %i seconds after a report',
    async (ago) => {
      const reportedAt = await reportedAgo(ago)
      expect((await findHost(store(), organizationId, { id, now }))?.state).toBe(hostStateAt(plan, reportedAt, now))
      const [scraped] = await scrapeHosts(store(), { organizationId, filter: { tag: ['env:prod'] }, now })
      expect(scraped?.seenAt).toBe(reportedAt / 1000)
    },
  )

  it('store their state, and are locked while they are judged', async () => {
    const { monitorNumber, monitorId } = await held()
    const detail = { metrics: {}, disks: [], services: [], failed_services: [], processes: [], containers: [] }
    const sample = { at: now, latest: { cpu_pct: 3 }, processes: [], diskHistory: { '/': [[1, 2] as const] }, detail }
    await saveHostUpdate(store(), { monitorNumber, agentVersion: '0.1.0', machine: { os: 'Debian' }, sample })
    expect(await held()).toMatchObject({ tokenExpiresAt: null, diskHistory: { '/': [[1, 2]] } })
    expect(await hostsAmong(store(), organizationId, [monitorId])).toHaveLength(1)
    expect(await lockDueHosts(store(), { limit: 5, now })).toEqual([])
    await reportedAgo(-3600)
    expect(await lockHostsAhead(store(), now)).toHaveLength(1)
  })

  it('have a history to which late samples are added once', async () => {
    await keepPartitions(store(), { now, resultDays: 30, rollupDays: 400 })
    const { monitorNumber } = await held()
    const at = new Date('2026-02-28T23:59:00Z')
    for (const shiftMs of [0, 0, 400])
      await recordLateOutcomes(store(), [
        {
          monitorNumber,
          location: 0,
          at: new Date(at.getTime() + shiftMs),
          from: new Date(at.getTime() + shiftMs - 1000),
          until: new Date(at.getTime() + shiftMs + 1000),
          durationMs: 0,
          statusCode: null,
          success: true,
          infrastructure: false,
          error: null,
          metrics: null,
          evidence: null,
        },
      ])
    const rows = await store().rows(sql`select at from results where monitor_number = ${monitorNumber}`)
    expect(rows).toEqual([{ at }])
    const [rollup] = await store().rows(
      sql`select checks, failures from rollups where monitor_number = ${monitorNumber}`,
    )
    expect(rollup).toEqual({ checks: 1, failures: 0 })
  })
})
