// Texts from outside that PostgreSQL cannot store as they are: NUL, and half of a surrogate pair.
import { expect, it } from 'vitest'
import { newId } from '../../src/domain/id.ts'
import { DeliveryFailed } from '../../src/channels/define.ts'
import { isStorable } from '../../src/domain/database/storable.ts'
import { saveArtifacts } from '../../src/engine/probe/save-artifacts.ts'
import { startReportEmails } from '../../src/engine/reports/send-reports.ts'
import { remember } from '../../src/store/checking/memories.ts'
import { sql } from '../../src/store/database/sql.ts'
import { addDeployment } from '../../src/store/monitors/deployments.ts'
import { addReportEmails } from '../../src/store/reports/report-emails.ts'
import { putSchedule } from '../../src/store/reports/schedules.ts'
import { checkedIn } from '../kit/resources/checked.ts'
import { artifact, artifactsInFolder } from '../kit/resources/artifacts.ts'
import { goodOutcome } from '../kit/resources/outcomes.ts'
import { statusSummary } from '../kit/servers/vendors/status-summary.ts'
import { type ItemId, type PoisonWorld, once, poisonWorld } from './world.ts'

const hostile = 'NUL \0 half \ud83d.'

/** Stores the text as its source would send it; returns what is stored. */
const sources: Readonly<Record<string, (world: PoisonWorld) => Promise<ItemId[]>>> = {
  async 'the error of a target'({ store, clock, service, services: { log }, ids }) {
    const monitorId = await service()
    const failure = { success: false, error: hostile, cause: 'other', evidence: JSON.stringify({ hostile }) } as const
    await checkedIn(store, clock, { monitorId, outcome: () => failure, log })
    return ids(sql`
      select error as id from results
      union all
      select evidence #>> '{0,evidence,hostile}' from incidents`)
  },
  async 'what a check remembers of a target'({ store, clock, service, numberOf, ids }) {
    const monitorNumber = await numberOf(await service())
    await remember(store, { monitorNumber, memory: { page: hostile } }, clock.now())
    return ids(sql`select known ->> 'page' as id from memories`)
  },
  async 'the name of a file of a script'({ services, organizationId, ids }) {
    const left = [artifact({ name: hostile })]
    const owner = { organizationId, monitorId: null }
    await saveArtifacts({ ...services, artifacts: artifactsInFolder() }, owner, { ...goodOutcome, artifacts: left })
    return ids(sql`select name as id from artifacts`)
  },
  async 'the response of a mail server'({ services, store, clock, organizationId, ids }) {
    const recipients = ['ada@example.com']
    const choice = { monitorIds: [], tags: [], day: null, slaTarget: 99.9, nextAt: null }
    await putSchedule(store, organizationId, { cadence: 'daily', enabled: true, recipients, ...choice })
    const report = { organizationId, cadence: 'daily' as const, dueAt: clock.now(), recipients }
    await addReportEmails(store, report, clock.now())
    const mail = { deliver: () => Promise.reject(new DeliveryFailed(hostile, { permanent: true })) }
    await once(startReportEmails({ ...services, mail, origin: () => null }))
    return ids(sql`select error as id from report_letters`)
  },
  async 'the status of a vendor'(world) {
    const { store, clock, services, failing, ids } = world
    await failing()
    await store.run(sql`update monitors set vendor_slugs = '{github}'`)
    const vendor = await statusSummary(store, clock, services.log)
    const incident = { id: '1', name: hostile, status: 'investigating', started_at: clock.now().toISOString() }
    const components = [{ name: hostile, status: 'major_outage' }]
    vendor.publish({ body: JSON.stringify({ status: { indicator: 'major' }, components, incidents: [incident] }) })
    await vendor.poll()
    return ids(sql`
      select jsonb_object_keys(components) as id from third_party_services
      union all
      select vendor_reports -> 0 ->> 'title' from incidents`)
  },
  async 'the name of a deployment'({ store, clock, organizationId, ids }) {
    const now = clock.now()
    const about = { version: hostile, environment: null, link: null, tags: [], monitor_ids: [], deployed_by: hostile }
    const times = { deployed_at: now, created_at: now, externalId: null, compareAt: null }
    await addDeployment(store, organizationId, { id: newId(now), service: hostile, ...about, ...times })
    return ids(sql`select unnest(array[service, version, deployed_by]) as id from deployments`)
  },
}

it.each(Object.entries(sources))('%s is stored without what PostgreSQL cannot store', async (_, stored) => {
  const world = await poisonWorld()
  const texts = await stored(world)
  expect(texts).not.toEqual([])
  expect(texts.filter((text) => !/^NUL .* half/.test(String(text)) || !isStorable(String(text)))).toEqual([])
  expect([world.errors, await world.refused()]).toEqual([[], []])
})
