import type { ServerResponse } from 'node:http'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { openIncident } from '../resources/incidents.ts'
import { inDatabase } from '../resources/monitors.ts'
import { hook, lapwingWithChannels, passUntil } from '../resources/notifying.ts'
import { startReceiver } from '../resources/receiver.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { waitUntil } from '../wait-until.ts'
import { finishWork } from './unfinished-work.ts'

async function withDelivery() {
  const waiting: ServerResponse[] = []
  const receiver = await startReceiver((response) => void waiting.push(response))
  const app = await lapwingWithChannels({ channels: [hook(receiver)] })
  const session = new Client(app.database)
  await session.connect()
  onTestFinished(() => session.end())
  await openIncident(app)
  await passUntil(app, () => waiting.length > 0)
  return { app, session, respond: () => waiting.forEach((response) => response.end()) }
}

it('waits for a delivery that is under way until its result is stored', async () => {
  const { app, session, respond } = await withDelivery()
  let isFinished = false
  const finished = finishWork({ clock: app.clock, session }).then(() => (isFinished = true))
  const before = app.clock.now().getTime()
  await waitUntil(() => app.clock.now().getTime() > before)
  expect(isFinished).toBe(false)
  respond()
  await finished
  expect(await inDatabase(app, sql`select status from notifications`)).toEqual([{ status: 'sent' }])
})

it('names what does not end', async () => {
  const { app, session, respond } = await withDelivery()
  await expect(finishWork({ clock: app.clock, session, patienceMs: 0 })).rejects.toThrow(
    /work behind that does not end:\ndelivery \d+ to channel "Hook" \(webhook\) is under way/,
  )
  respond()
})
