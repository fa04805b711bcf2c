// A Lapwing with people on call, whose notifier is the test.
import { escalateDue } from '../../../src/engine/notify/escalate.ts'
import { routeDue } from '../../../src/engine/notify/route.ts'
import { addContactMethod } from '../../../src/store/on-call/contact-methods.ts'
import { addChannel, newChannelId } from '../../../src/store/notifications/channels.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { vault } from '../alerts/engine.ts'
import { fail } from '../resources/incidents.ts'
import { lapwing } from '../lapwing/lapwing.ts'
import { quiet } from '../log.ts'
import { type Fields, make } from '../resources/monitors.ts'
import { crew, makePolicy, peopleOf } from './on-call.ts'
import { makeGroup } from './people.ts'

export const minute = 60_000

/** Alerts are routed and steps looked at when the test says so. */
export async function readyToEscalate() {
  const app = await lapwing({ provision: crew })
  const { store } = app
  const { ada, ben, cleo } = (await peopleOf(app)) as any
  const organizationId = (await store.row<{ id: string }>(sql`select id from organizations where name = 'Acme'`))!.id
  const logged: string[] = []
  const note = (message: string, fields?: object) => void logged.push(`${message} ${JSON.stringify(fields)}`)
  const log = { ...quiet, info: note, warn: note }
  const parts = { store, clock: app.clock, log, vault, origin: () => 'https://lapwing.example' }
  const settle = async (): Promise<void> => {
    await routeDue(parts)
    while (await escalateDue(parts));
  }
  const channel = async (fields: Fields = {}): Promise<number> => {
    const id = await newChannelId(store)
    const usual = {
      name: `Channel ${id}`,
      type: 'webhook',
      enabled: true,
      isDefault: false,
      severityFilter: ['critical' as const],
      config: {},
      secrets: null,
    }
    await addChannel(store, organizationId, {
      channel: { id, ...usual, fallbackChannelId: null, ...fields },
      now: app.clock.now(),
    })
    return id
  }
  const phone = async (user: { id: string }, config: Fields = {}): Promise<number> => {
    const id = await newChannelId(store)
    const method = { id, name: 'Phone', type: 'webhook', config, secrets: null }
    await addContactMethod(store, { organizationId, userId: user.id }, method, app.clock.now())
    return id
  }
  return {
    app,
    store,
    parts,
    settle,
    /** What the process says. */
    logged,
    ada,
    ben,
    cleo,
    organizationId,
    channel,
    phone,
    async pass(minutes: number): Promise<void> {
      app.clock.advance(minutes * minute)
      await settle()
    },
    /** Opens an incident whose group has a policy with these steps. */
    async alarm(steps: object[], { repeatCount = 0, ...group }: Fields = {}): Promise<any> {
      const policy = await makePolicy(app, { steps, repeatCount })
      const { id } = await makeGroup(app, { escalationPolicyId: policy.id, ...group })
      const monitor = await make(app, { config: { notificationGroupIds: [id] } })
      const incident = await fail(app, monitor.id)
      await settle()
      return { ...incident, policy, group: id }
    },
    pages: (): Promise<any[]> =>
      store.rows(sql`
      select channel_id as channel, oncall_page as page, people, alert, incident_id as incident from deliveries order by id`),
    log: (): Promise<any[]> => store.rows(sql`select * from notifications order by id`),
    rest: async (): Promise<number> =>
      (await store.row<{ count: number }>(sql`select count(*) from escalations`))!.count,
    timeline: async (id: number): Promise<any[]> =>
      (await app.get(`/incidents/${id}/timeline?limit=100`)).body.data.filter(({ type }: any) => type === 'escalated'),
  }
}
