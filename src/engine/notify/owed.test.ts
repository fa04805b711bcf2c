import { describe, expect, it } from 'vitest'
import { critical, resolved } from '../../../test/kit/resources/alerts.ts'
import { away, startMessenger } from '../../../test/kit/resources/messenger.ts'
import { randomFrom } from '../../../test/simulation/random.ts'
import { DeliveryFailed } from '../../channels/define.ts'
import type { Alert } from '../../domain/notifying/alert.ts'

const incident = (id: number, alert: Alert = critical): Alert => ({ ...alert, incident: { ...alert.incident, id } })
const sequenceOf = (received: readonly Alert[]): string[] =>
  received.map(({ kind, incident, missed }) =>
    missed ? `missed ${missed.map((one) => one.incident.id).join(' ')}` : `${kind} ${incident.id}`,
  )

describe('a channel that cannot be reached', () => {
  it('gets later what is still true, and each retry is a log entry that refers to the first', async () => {
    const { channel, tell, round, pass, log, waiting } = await startMessenger()
    const hook = await channel()
    hook.receiver.failure = away()
    await tell(incident(1), [hook])
    await round()
    await pass(70)
    const entries = await log()
    expect(entries.map(({ status, attempt }) => [status, attempt])).toEqual([
      ['failed', 2],
      ['failed', 1],
      ['failed', 1],
    ])
    expect(entries.map(({ retry_of }) => retry_of)).toEqual([null, entries[0].id, entries[0].id])
    hook.receiver.failure = null
    await pass(60)
    expect(sequenceOf(hook.receiver.received)).toEqual(['firing 1'])
    expect((await log()).at(-1)).toMatchObject({ status: 'sent', retry_of: entries[0].id })
    expect(await waiting()).toEqual([])
  })

  it('gets the rest immediately and in order when it accepts a delivery again', async () => {
    const { channel, tell, round, pass } = await startMessenger()
    const hook = await channel()
    hook.receiver.failure = away()
    for (const id of [1, 2, 3]) {
      await tell(incident(id), [hook])
      await round()
    }
    await pass(400)
    hook.receiver.failure = null
    await tell(incident(4), [hook])
    await round()
    expect(sequenceOf(hook.receiver.received)).toEqual(['firing 4', 'firing 1', 'firing 2', 'firing 3'])
  })

  it('is retried immediately when a later alert of the same incident is due, in order', async () => {
    const { channel, tell, round, pass, clock } = await startMessenger()
    const hook = await channel('programs')
    hook.receiver.failure = away()
    await tell(incident(1), [hook])
    await round()
    await pass(400)
    hook.receiver.failure = null
    clock.advance(1000)
    await tell(incident(1, resolved), [hook])
    await round()
    expect(sequenceOf(hook.receiver.received)).toEqual(['firing 1', 'resolved 1'])
  })

  it('gets one digest of incidents that began and ended meanwhile, or each event if programs read it', async () => {
    const { channel, tell, round, pass, log } = await startMessenger()
    const [chat, program, pager] = [await channel('people'), await channel('programs'), await channel('pagers')]
    const all = [chat, program, pager]
    for (const { receiver } of all) receiver.failure = away()
    for (const alert of [incident(1), incident(2), incident(1, resolved), incident(3), incident(3, resolved)]) {
      await tell(alert, all)
      await round()
    }
    for (const { receiver } of all) receiver.failure = null
    await pass(60)
    expect(sequenceOf(chat.receiver.received).toSorted()).toEqual(['firing 2', 'missed 1 3'])
    expect(sequenceOf(program.receiver.received).toSorted()).toEqual(
      ['firing 1', 'firing 2', 'firing 3', 'resolved 1', 'resolved 3'].toSorted(),
    )
    // A pager may have accepted what it did not confirm.
    expect(sequenceOf(pager.receiver.received).toSorted()).toEqual(['firing 2', 'resolved 1', 'resolved 3'])
    const notified = (await log()).filter(({ status, channel_id }) => status === 'sent' && channel_id === chat.id)
    expect(notified.map(({ event, incident_id }) => `${event} ${incident_id}`).toSorted()).toEqual([
      'firing 2',
      'resolved 1',
      'resolved 3',
    ])
  })

  it('is retried when it asked for it, and given up after a day', async () => {
    const { channel, tell, round, pass, waiting, log } = await startMessenger()
    const hook = await channel()
    hook.receiver.failure = new DeliveryFailed('answered 429', { retryAfterMs: 200_000 })
    await tell(incident(1), [hook])
    await round()
    const { tries } = hook.receiver
    await pass(190)
    expect(hook.receiver.tries).toBe(tries)
    hook.receiver.failure = away()
    await pass(86_400, 900)
    expect(await waiting()).toEqual([])
    expect((await log()).every(({ status }) => status === 'failed')).toBe(true)
  })

  it('gets no retry of a permanent failure or a test', async () => {
    const { channel, tell, round, waiting } = await startMessenger()
    const hook = await channel()
    hook.receiver.failure = new DeliveryFailed('answered 401', { permanent: true, httpStatus: 401 })
    await tell(incident(1), [hook])
    await round()
    hook.receiver.failure = away()
    await tell({ ...incident(0), test: 'channel' }, [hook])
    await round()
    expect(await waiting()).toEqual([])
  })
})

describe('a fallback', () => {
  it('is notified after the first failure, and the channel itself when it is back', async () => {
    const { channel, tell, round, pass } = await startMessenger()
    const second = await channel()
    const first = await channel('people', second)
    first.receiver.failure = away()
    await tell(incident(1), [first])
    await round()
    expect(second.receiver.received).toMatchObject([{ kind: 'firing', inPlaceOf: `Channel ${first.id}` }])
    first.receiver.failure = null
    await pass(30)
    expect([first.receiver.received.length, second.receiver.received.length]).toEqual([1, 1])
  })

  it('that two channels share, or that is notified anyway, is notified once', async () => {
    const { channel, tell, round } = await startMessenger()
    const shared = await channel()
    const [one, other] = [await channel('people', shared), await channel('people', shared)]
    one.receiver.failure = other.receiver.failure = away()
    await tell(incident(1), [one, other])
    await round()
    await tell(incident(2), [shared, one, other])
    await round()
    expect(sequenceOf(shared.receiver.received)).toEqual(['firing 1', 'firing 2'])
  })
})

describe('whatever happens while receivers are away for ten minutes', () => {
  it.each([1, 2, 3])('everybody knows in the end what is true, world %i', async (seed) => {
    const random = randomFrom(seed)
    const { channel, tell, pass, waiting } = await startMessenger()
    const channels = [await channel('people'), await channel('programs'), await channel('pagers')]
    const open = new Set<number>()
    const events: string[] = []
    const happen = async (alert: Alert): Promise<void> => {
      events.push(`${alert.kind} ${alert.incident.id}`)
      await tell(alert, channels)
    }
    let next = 0
    for (let minute = 0; minute < 30; minute++) {
      for (const { receiver } of channels) receiver.failure = minute >= 5 && minute < 15 ? away() : null
      if (random.chance(0.5)) {
        open.add(++next)
        await happen(incident(next))
      }
      for (const id of open)
        if (random.chance(0.3)) {
          open.delete(id)
          await happen(incident(id, resolved))
        }
      await pass(60, 15)
    }
    await pass(1800, 60)
    expect(await waiting()).toEqual([])
    const [people, programs, pagers] = channels.map(({ receiver }) => sequenceOf(receiver.received))
    expect(programs!.toSorted()).toEqual(events.toSorted())
    for (const [readBy, received] of Object.entries({ people: people!, pagers: pagers! })) {
      const firing = received.filter((one) => one.startsWith('firing')).map((one) => Number(one.slice(7)))
      const ended = received.filter((one) => one.startsWith('resolved')).map((one) => Number(one.slice(9)))
      // No end without its beginning, nothing twice, and what still fires is known.
      if (readBy === 'people') expect(ended.filter((id) => !firing.includes(id))).toEqual([])
      expect(new Set(received).size).toBe(received.length)
      expect(firing.filter((id) => !ended.includes(id)).toSorted()).toEqual([...open].toSorted())
    }
  })
})
