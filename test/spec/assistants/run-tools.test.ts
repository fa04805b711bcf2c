// Tools that run a check once, with a simulated probe.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createVault } from '../../../src/domain/vault.ts'
import { startTries } from '../../../src/engine/probe/tries.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { fakeWorkers } from '../../kit/checks/fake-workers.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { sharedKey } from '../../kit/lapwing/start-lapwing.ts'
import { quiet } from '../../kit/log.ts'
import { artifactsNowhere } from '../../kit/resources/artifacts.ts'
import { passUntil } from '../../kit/resources/notifying.ts'
import { currentClient } from '../../kit/servers/mcp-clients.ts'

const app = sharedLapwing()
const outcome = {
  success: true,
  durationMs: 84,
  statusCode: 200,
  error: null,
  cause: null,
  metrics: { 'http.response_time_ms': 84 },
  evidence: JSON.stringify({ status: '200 OK' }),
}

let probe: ReturnType<typeof startTries>
beforeAll(async () => {
  const { store, clock } = app()
  const numbers = await store.rows<{ number: number }>(sql`select number from locations`)
  probe = startTries({
    store,
    clock,
    log: quiet,
    vault: createVault([sharedKey]),
    artifacts: artifactsNowhere,
    locations: async () => numbers.map(({ number }) => number),
    workers: fakeWorkers(async () => outcome),
  })
  await store.run(sql`update locations set seen_at = ${clock.now()}`)
})
afterAll(() => probe.stop())

/** The official client validates the result against the output schema of the tool. */
async function run(name: string, input: Record<string, unknown>): Promise<any> {
  const client = await currentClient(app().origin, { key: keys.write })
  await client.listTools()
  let result: any
  void client.callTool({ name, arguments: input }).then((answer) => (result = answer))
  await passUntil(app(), () => result !== undefined)
  await client.close()
  return result
}

it('run a diagnostic and return what it found', async () => {
  const { isError, structuredContent } = await run('run_diagnostic', { type: 'http', target: 'https://example.com/' })
  expect(isError, JSON.stringify(structuredContent)).toBeFalsy()
  expect(structuredContent).toMatchObject({
    summary: 'http of https://example.com/ succeeded from 1 location.',
    done: true,
    results: [{ ok: true, ms: 84, status_code: 200 }],
  })
})

it('try a monitor that is not saved, from a location that is online', async () => {
  const { isError, structuredContent } = await run('try_monitor', { type: 'http', target: 'https://example.com/' })
  expect(isError, JSON.stringify(structuredContent)).toBeFalsy()
  expect(structuredContent).toMatchObject({
    summary: 'http of https://example.com/ succeeded from 1 location.',
    next: 'create_monitor saves it.',
  })
  expect((await app().get('/monitors')).body.data).toEqual([])
})
