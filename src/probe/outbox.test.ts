import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { newFolder } from '../../test/kit/files.ts'
import { quiet } from '../../test/kit/log.ts'
import { waitUntil } from '../../test/kit/wait-until.ts'
import { type WireOutcome, maxReportValues } from '../domain/probing/protocol.ts'
import { countValues } from '../domain/limits/json-limits.ts'
import { Outbox } from './outbox.ts'
import { ProbeRejected, RequestRefused, ServerAway } from './server-connection.ts'

const outcome = (ticket: string): WireOutcome => ({
  ticket,
  ended_at: 1000,
  success: true,
  duration_ms: 1,
  status_code: 200,
  error: null,
  cause: null,
  metrics: {},
  evidence: null,
  artifacts: [{ kind: 'log', name: 'a', content_type: 'text/plain', data: 'YQ==' }],
})

function outboxWith(folder: string) {
  const clock = fakeClock()
  const passing = setInterval(() => clock.advance(100), 2)
  const sent: WireOutcome[] = []
  const lost: string[] = []
  const reports: number[] = []
  const server: { fault: ((tickets: string[]) => Error | undefined) | null; gate?: Promise<void>; requested: number } =
    {
      fault: null,
      requested: 0,
    }
  const outbox = new Outbox({
    folder,
    clock,
    log: quiet,
    send: async (outcomes, given) => {
      server.requested += 1
      await server.gate
      const fault = server.fault?.(outcomes.map(({ ticket }) => ticket))
      if (fault) throw fault
      sent.push(...outcomes)
      reports.push(countValues(Buffer.from(JSON.stringify(outcomes))))
      lost.push(...given)
    },
  })
  const running = outbox.run()
  running.catch(() => undefined)
  onTestFinished(async () => {
    await outbox.stop()
    clearInterval(passing)
  })
  return { outbox, running, sent, lost, reports, server }
}

const ticketsOf = (sent: readonly WireOutcome[]): string[] => sent.map(({ ticket }) => ticket)

it('splits outcomes with many values into reports that the server accepts', async () => {
  const { outbox, sent, reports } = outboxWith(join(newFolder().path, 'outcomes'))
  const metrics = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`metric${n}`, n]))
  const evidence = JSON.stringify({ all: Array.from({ length: 300 }, () => ({})) })
  for (let n = 0; n < 200; n++) outbox.add({ ...outcome(`o${n}`), metrics, evidence })
  await waitUntil(() => sent.length === 200)
  expect(reports.length).toBeGreaterThan(1)
  for (const values of reports) expect(values).toBeLessThan(maxReportValues)
})

it('keeps each repetition of an order, and sends them after what is current', async () => {
  const folder = join(newFolder().path, 'outcomes')
  const { outbox, sent, server } = outboxWith(folder)
  server.fault = () => new ServerAway('it is away')
  const repeated = (endedAt: number): WireOutcome => ({ ...outcome('shop'), repeated: true, ended_at: endedAt })
  for (const endedAt of [1, 2]) outbox.add(repeated(endedAt))
  await waitUntil(() => readdirSync(folder).length > 0)
  for (const endedAt of [3, 4]) outbox.add(repeated(endedAt))
  server.fault = null
  await waitUntil(() => sent.length === 4)
  expect(sent.map(({ ended_at: endedAt }) => endedAt)).toEqual([1, 2, 3, 4])
})

it('keeps outcomes on disk while the server is away, and sends them later with their own time', async () => {
  const folder = join(newFolder().path, 'outcomes')
  const { outbox, sent, server } = outboxWith(folder)
  outbox.add(outcome('first'))
  await waitUntil(() => sent.length === 1)
  expect(sent[0]!.artifacts).toHaveLength(1)
  server.fault = () => new ServerAway('it is away')
  outbox.add(outcome('second'))
  await waitUntil(() => readdirSync(folder).length > 0)
  outbox.add(outcome('third'))
  await outbox.stop()

  const later = outboxWith(folder)
  await waitUntil(() => later.sent.length === 2)
  expect(ticketsOf(later.sent)).toEqual(['second', 'third'])
  expect(later.sent[0]).toMatchObject({ ended_at: 1000 })
  expect(later.sent[0]!.artifacts).toBeUndefined()
  await waitUntil(() => readdirSync(folder).length === 0)
})

it('loses nothing that ends while older outcomes are being sent', async () => {
  const folder = join(newFolder().path, 'outcomes')
  const { outbox, sent, server } = outboxWith(folder)
  server.fault = () => new ServerAway('it is away')
  outbox.add(outcome('first'))
  await waitUntil(() => readdirSync(folder).length > 0)
  const gate = Promise.withResolvers<void>()
  server.gate = gate.promise
  const { requested } = server
  server.fault = null
  await waitUntil(() => server.requested > requested)
  outbox.add(outcome('second'))
  gate.resolve()
  await waitUntil(() => sent.length === 2)
  expect(ticketsOf(sent)).toEqual(['first', 'second'])
  await waitUntil(() => readdirSync(folder).length === 0)
})

it('drops only the outcome that the server refuses', async () => {
  const { outbox, sent, server } = outboxWith(join(newFolder().path, 'outcomes'))
  server.fault = (tickets) => (tickets.includes('wrong') ? new RequestRefused('no') : undefined)
  for (const ticket of ['a', 'wrong', 'b']) outbox.add(outcome(ticket))
  await waitUntil(() => sent.length === 2)
  expect(ticketsOf(sent)).toEqual(['a', 'b'])
})

it('gives checks back, and ends when the probe is rejected', async () => {
  const { outbox, running, lost, server } = outboxWith(join(newFolder().path, 'outcomes'))
  outbox.giveBack('t')
  await waitUntil(() => lost.length === 1)
  server.fault = () => new ProbeRejected('the token was revoked')
  outbox.add(outcome('x'))
  await expect(running).rejects.toThrow('the token was revoked')
})
