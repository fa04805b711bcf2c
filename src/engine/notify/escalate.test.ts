import type { ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { minute, readyToEscalate as ready } from '../../../test/kit/people/escalations.ts'
import { fail, recover } from '../../../test/kit/resources/incidents.ts'
import { onlyErrors } from '../../../test/kit/log.ts'
import { make, patch } from '../../../test/kit/resources/monitors.ts'
import { atOnce, makePolicy, makeSchedule } from '../../../test/kit/people/on-call.ts'
import { makeContact, makeGroup } from '../../../test/kit/people/people.ts'
import { startReceiver } from '../../../test/kit/resources/receiver.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import { flappingHoldMs } from '../../domain/alerting/rule-state.ts'
import { createVault } from '../../domain/vault.ts'
import type { Store } from '../../store/database/database.ts'
import { sql } from '../../store/database/sql.ts'
import { escalateDue } from './escalate.ts'
import { startNotifier } from '../../roles/notifier.ts'

const user = ({ id }: { id: string }) => ({ type: 'user', id })
const channelsOf = (pages: any[]): number[] => pages.map(({ channel }) => channel)

describe('an escalation', () => {
  it('pages the person on call through each personal channel, and adds it to the timeline', async () => {
    const { app, ada, ben, phone, alarm, pages, timeline, rest } = await ready()
    const ways = [await phone(ada), await phone(ada)]
    await phone(ben)
    const schedule = await makeSchedule(app, {
      layers: [{ name: 'Days', rotation: 'daily', userIds: [ada.id, ben.id] }],
    })
    const { id, policy } = await alarm(atOnce({ type: 'schedule', id: schedule.id }))
    const notified = await pages()
    expect(notified).toMatchObject(
      ways.map((channel) => ({
        channel,
        page: true,
        incident: id,
        people: [{ name: 'Ada', email: 'ada@example.com', phone: null }],
        alert: { kind: 'firing', reminder: false, incident: { id, url: `https://lapwing.example/incidents/${id}` } },
      })),
    )
    expect(await timeline(id)).toMatchObject([
      {
        type: 'escalated',
        data: {
          policy: { id: policy.id, name: 'Production' },
          step: 1,
          round: 1,
          paged: [{ type: 'user', id: ada.id, name: 'Ada' }],
          missed: [],
        },
      },
    ])
    expect(await rest()).toBe(0)
  })

  it('takes each step after its delay, and repeats all of them', async () => {
    const { ada, ben, phone, alarm, pass, pages, rest, timeline } = await ready()
    const [first, second] = [await phone(ada), await phone(ben)]
    const { id } = await alarm(
      [
        { delayMinutes: 5, targets: [user(ada)] },
        { delayMinutes: 10, targets: [user(ben)] },
      ],
      { repeatCount: 1 },
    )
    const seen: number[][] = [channelsOf(await pages())]
    for (const minutes of [4, 1, 9, 1, 9, 1, 10, 60]) {
      await pass(minutes)
      seen.push(channelsOf(await pages()))
    }
    expect(seen.map(({ length }) => length)).toEqual([0, 0, 1, 1, 2, 2, 3, 4, 4])
    expect(seen.at(-1)).toEqual([first, second, first, second])
    expect((await pages()).every(({ alert }) => alert.reminder)).toBe(true)
    expect((await timeline(id)).map(({ data }) => [data.round, data.step])).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
    ])
    expect(await rest()).toBe(0)
  })

  it.each<[string, (setting: Awaited<ReturnType<typeof ready>>, incident: any) => Promise<unknown>]>([
    ['somebody acknowledges', ({ app }, { id }) => app.post(`/incidents/${id}/acknowledge`)],
    ['somebody asks for the end', ({ app }, { id }) => app.post(`/incidents/${id}/resolve`)],
    ['checks recover', ({ app }, { monitor }) => recover(app, monitor.id)],
    ['the monitor is paused', ({ app }, { monitor }) => app.post(`/monitors/${monitor.id}/pause`)],
    ['the monitor is deleted', ({ app }, { monitor }) => app.ask('DELETE', `/monitors/${monitor.id}`)],
    [
      'the policy is deleted',
      async ({ app }, { policy, group }) => {
        await app.ask('PATCH', `/contact-groups/${group}`, { body: { escalationPolicyId: null } })
        return app.ask('DELETE', `/escalation-policies/${policy.id}`)
      },
    ],
  ])('stops when %s', async (_case, happen) => {
    const setting = await ready()
    const { ada, phone, alarm, pass, pages, rest, settle } = setting
    await phone(ada)
    const incident = await alarm([
      { delayMinutes: 0, targets: [user(ada)] },
      { delayMinutes: 5, targets: [user(ada)] },
    ])
    expect(await pages()).toHaveLength(1)
    await happen(setting, incident)
    await pass(10)
    // While somebody else is busy with the incident, it is looked at again in the next round.
    await waitUntil(async () => {
      await settle()
      return (await rest()) === 0
    })
    expect((await pages()).filter(({ page, alert }) => page && alert.kind === 'firing')).toHaveLength(1)
  })

  it('begins once, and only for groups with a policy', async () => {
    const { app, ada, phone, alarm, pass, pages, rest, settle } = await ready()
    await phone(ada)
    const { id } = await make(app)
    await fail(app, id)
    await settle()
    expect(await rest()).toBe(0)
    const { monitor } = await alarm([{ delayMinutes: 10, targets: [user(ada)] }])
    await patch(app, monitor.id, { config: { repeatIntervalSeconds: 60 } })
    for (let n = 0; n < 12; n++) await pass(1)
    expect((await pages()).filter(({ page }) => page)).toHaveLength(1)
  })

  it('continues if a flapping incident reopens before its end was announced', async () => {
    const { app, store, ada, phone, alarm, pass, pages, rest } = await ready()
    await phone(ada)
    const { id, monitor } = await alarm([{ delayMinutes: 2, targets: [user(ada)] }])
    await recover(app, monitor.id)
    await store.run(sql`update incidents set flapping = true where id = ${id}`)
    await store.run(
      sql`update outbox set due_at = ${new Date(app.clock.now().getTime() + flappingHoldMs)} where kind = 'resolved'`,
    )
    await pass(2)
    expect([(await pages()).length, await rest()]).toEqual([0, 1])
    await store.run(sql`delete from outbox`)
    await store.run(sql`update incidents set status = 'firing', resolved_at = null where id = ${id}`)
    await pass(1)
    expect([(await pages()).length, await rest()]).toEqual([1, 0])
  })
})

describe('a page', () => {
  it('is an email through a channel of the organization for a person without personal channels', async () => {
    const { ada, channel, alarm, pages } = await ready()
    await channel({ type: 'email', enabled: false })
    const [plain, usual] = [
      await channel({ type: 'email' }),
      await channel({ type: 'email', isDefault: true, severityFilter: ['warning'] }),
    ]
    expect(plain).toBeLessThan(usual)
    await alarm(atOnce(user(ada)))
    expect(await pages()).toMatchObject([{ channel: usual, page: true, people: [{ email: 'ada@example.com' }] }])
  })

  it('that reaches nobody is logged as a failure', async () => {
    const { app, ada, alarm, pages, log, timeline, logged } = await ready()
    const empty = await makeSchedule(app, { name: 'Nights' })
    const { id } = await alarm(atOnce(user(ada), { type: 'schedule', id: empty.id }))
    expect(await pages()).toEqual([])
    const entries = (await log()).filter(({ incident_id }) => incident_id === id)
    expect(entries).toMatchObject([
      {
        status: 'failed',
        oncall_page: true,
        channel_id: null,
        error: 'Ada was not paged: no contact method, and no email channel to use instead',
      },
      { status: 'failed', oncall_page: true, channel_id: null, error: 'nobody was paged: nobody is on call in Nights' },
    ])
    expect((await timeline(id))[0].data).toMatchObject({ paged: [], missed: entries.map(({ error }) => error) })
    expect((await app.get(`/notifications?incident_id=${id}&status=failed`)).body.data).toHaveLength(2)
    expect(logged.map((line) => line.slice(0, line.indexOf(' {')))).toEqual([
      'alert not sent: no channel accepts the alerts of its groups',
      ...entries.map(({ error }) => error),
    ])
  })

  it('goes to the channels of a group, and to a channel by name', async () => {
    const { app, store, channel, alarm, pages, log } = await ready()
    const bystander = await makeContact(app, { email: 'dora@example.com' })
    const second = await makeGroup(app, { name: 'Second line', contactIds: [bystander.id] })
    const theirs = await channel({ type: 'email', config: { contact_group_ids: [second.id] } })
    const off = await channel({ enabled: false, config: { contact_group_ids: [second.id] } })
    const named = await channel({ config: {} })
    const { id, group } = await alarm(atOnce({ type: 'contact_group', id: second.id }, { type: 'channel', id: named }))
    expect(await pages()).toMatchObject([
      { channel: theirs, page: false, people: [{ email: 'dora@example.com' }] },
      { channel: named, page: false, people: [] },
    ])
    expect(await log()).toMatchObject([
      { status: 'silenced', channel_id: off, silenced_reason: 'disabled', incident_id: id },
    ])
    const notified = await store.row<{ groups: string[] }>(
      sql`select told_groups as groups from incidents where id = ${id}`,
    )
    expect(notified!.groups.toSorted()).toEqual([group, second.id].toSorted())
  })

  it('logs a target that no longer exists', async () => {
    const { app, ben, alarm, pass, log } = await ready()
    const group = await makeGroup(app)
    const { id } = await alarm([{ delayMinutes: 5, targets: [{ type: 'contact_group', id: group.id }, user(ben)] }])
    await app.ask('DELETE', `/contact-groups/${group.id}?force=true`)
    await pass(5)
    expect((await log()).filter(({ incident_id }) => incident_id === id).map(({ error }) => error)).toEqual([
      'nobody was paged: the contact group of this step was deleted',
      'Ben was not paged: no contact method, and no email channel to use instead',
    ])
  })

  it('is sent once to a person whom a step names twice', async () => {
    const { app, ada, phone, alarm, pages } = await ready()
    await phone(ada)
    const schedule = await makeSchedule(app, { layers: [{ name: 'Always', rotation: 'weekly', userIds: [ada.id] }] })
    await alarm(atOnce(user(ada), { type: 'schedule', id: schedule.id }))
    expect(await pages()).toHaveLength(1)
  })

  it('waits until maintenance ends, and logs it once', async () => {
    const { app, ada, phone, alarm, pass, pages, log, logged } = await ready()
    const own = await phone(ada)
    const { id } = await alarm([{ delayMinutes: 5, targets: [user(ada)] }])
    const window = { name: 'Upgrade', startsAt: app.clock.now().toISOString(), durationMinutes: 30 }
    expect((await app.post('/maintenance-windows', window)).status).toBe(201)
    for (const minutes of [5, 5, 5]) await pass(minutes)
    expect(await pages()).toEqual([])
    expect(await log()).toMatchObject([
      { status: 'silenced', silenced_reason: 'maintenance', channel_id: own, oncall_page: true, incident_id: id },
    ])
    expect(logged.filter((line) => line.startsWith('alert not sent: maintenance is active'))).toHaveLength(1)
    await pass(16)
    expect(channelsOf(await pages())).toEqual([own])
  })
})

describe('notifiers', () => {
  it('never page twice, even if there are many', async () => {
    const { app, parts, ada, phone, pages, settle, rest } = await ready()
    await phone(ada)
    const policy = await makePolicy(app, {
      steps: [
        { delayMinutes: 5, targets: [user(ada)] },
        { delayMinutes: 5, targets: [user(ada)] },
      ],
    })
    const { id: group } = await makeGroup(app, { escalationPolicyId: policy.id })
    for (let n = 0; n < 6; n++) await fail(app, (await make(app, { config: { notificationGroupIds: [group] } })).id)
    await settle()
    app.clock.advance(6 * minute)
    await Promise.all(Array.from({ length: 6 }, () => escalateDue(parts)))
    await escalateDue(parts)
    expect((await pages()).map(({ incident }) => incident).toSorted()).toEqual(
      [...new Set((await pages()).map(({ incident }) => incident))].toSorted(),
    )
    expect([(await pages()).length, await rest()]).toEqual([6, 6])
  })

  it('leave no partial work when they die', async () => {
    const { parts, store, ada, phone, alarm, app, pages, settle, timeline } = await ready()
    await phone(ada)
    const { id } = await alarm([{ delayMinutes: 5, targets: [user(ada)] }])
    app.clock.advance(5 * minute)
    const dying: Store = {
      ...store,
      transaction: (work) =>
        store.transaction(async (tx) => {
          await work(tx)
          throw new Error('the process is gone')
        }),
    }
    await expect(escalateDue({ ...parts, store: dying })).rejects.toThrow('the process is gone')
    expect([await pages(), await timeline(id)]).toEqual([[], []])
    await settle()
    expect([(await pages()).length, (await timeline(id)).length]).toEqual([1, 1])
  })

  it('continue where a dead notifier stopped', async () => {
    const { app, store, ada, ben, phone, alarm, rest } = await ready()
    const receiver = await startReceiver()
    const vault = createVault(['a key that is long enough for a test'])
    const paged = (): string[] => receiver.requests.map(({ path }) => path)
    const notifier = () => {
      const started = startNotifier({
        store,
        clock: app.clock,
        log: onlyErrors,
        vault,
        allowPrivate: true,
        origin: () => null,
        processId: 1,
        mail: null,
      })
      onTestFinished(() => started.stop())
      return started
    }
    const until = (claim: () => Promise<boolean> | boolean): Promise<unknown> =>
      waitUntil(() => {
        app.clock.advance(100)
        return claim()
      })
    await phone(ada, { url: `${receiver.origin}/ada` })
    await phone(ben, { url: `${receiver.origin}/ben` })
    await alarm([
      { delayMinutes: 0, targets: [user(ada)] },
      { delayMinutes: 30, targets: [user(ben)] },
    ])
    const first = notifier()
    await until(() => paged().includes('/ada'))
    await first.stop()
    app.clock.advance(31 * minute)
    notifier()
    await until(async () => paged().includes('/ben') && (await rest()) === 0)
    expect(paged()).toEqual(['/ada', '/ben'])
  })

  it.each(['was paged', 'is just being paged'])('tell everybody who %s that it is over', async (when) => {
    const { app, store, ada, ben, phone, channel, alarm } = await ready()
    const held: ServerResponse[] = []
    const receiver = await startReceiver((response) => void held.push(response))
    const answerAll = (): void => {
      receiver.answer({})
      for (const response of held.splice(0)) response.end()
    }
    if (when === 'was paged') answerAll()
    // A receiver that responds late by this clock is notified again.
    const events = (): string[] => [
      ...new Set(receiver.requests.map((request) => `${request.path} ${request.json().event}`)),
    ]
    await phone(ada, { url: `${receiver.origin}/ada` })
    await phone(ben, { url: `${receiver.origin}/ben` })
    const target = { type: 'channel', id: await channel({ config: { url: `${receiver.origin}/channel` } }) }
    const { monitor } = await alarm(atOnce(user(ada), target))
    const vault = createVault(['a key that is long enough for a test'])
    const notifier = startNotifier({
      store,
      clock: app.clock,
      log: onlyErrors,
      vault,
      allowPrivate: true,
      origin: () => null,
      processId: 1,
      mail: null,
    })
    onTestFinished(() => notifier.stop())
    const received = (count: number): Promise<unknown> =>
      waitUntil(() => {
        app.clock.advance(100)
        return events().length === count
      })
    await received(2)
    await recover(app, monitor.id)
    await waitUntil(async () => {
      app.clock.advance(100)
      return (await store.rows(sql`select from outbox`)).length === 0
    })
    answerAll()
    await received(4)
    expect(events().slice(2).sort()).toEqual(['/ada incident.resolved', '/channel incident.resolved'])
  })
})
