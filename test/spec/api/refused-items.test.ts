// The health page names what could not be stored or processed, for an hour.
import { expect, it } from 'vitest'
import { refuseWrites } from '../../kit/lapwing/refused-writes.ts'
import { openIncident } from '../../kit/resources/incidents.ts'
import { received, hook, lapwingWithChannels, passUntil } from '../../kit/resources/notifying.ts'
import { startReceiver } from '../../kit/resources/receiver.ts'

const hour = 3_600_000

it('/readyz stays 200 and names items that were set aside, until an hour after they were processed', async () => {
  const receiver = await startReceiver()
  const app = await lapwingWithChannels({ channels: [hook(receiver)] }, { env: { LAPWING_ROLES: 'server,notifier' } })
  const refused = async (): Promise<{ message: string } | undefined> => {
    const { status, problems } = await readyz()
    expect([200, 503]).toContain(status)
    return problems.find(({ code }) => code === 'items_refused')
  }
  async function readyz(): Promise<{ status: number; problems: { code: string; message: string }[] }> {
    const response = await fetch(`${app.origin}/readyz`)
    return { status: response.status, ...((await response.json()) as any) }
  }
  expect(await refused()).toBeUndefined()
  const allow = await refuseWrites(app.store, { table: 'deliveries', on: 'insert', when: 'new.incident_id > 0' })
  await openIncident(app)
  await passUntil(app, refused)
  expect((await refused())!.message).toMatch(/^Within the last hour, 1 alert could not be stored or processed\./)
  await allow()
  app.clock.advance(120_000)
  await received(app, receiver, 1)
  app.clock.advance(hour / 2)
  expect(await refused()).toBeDefined()
  app.clock.advance(hour / 2)
  expect(await refused()).toBeUndefined()
})
