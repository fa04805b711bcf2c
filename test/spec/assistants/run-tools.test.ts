// Tools that run a check once, with a simulated probe.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { startTryingProbe } from '../../kit/resources/trying-probe.ts'
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

let stopProbe: () => Promise<void>
beforeAll(async () => {
  stopProbe = await startTryingProbe(app(), outcome)
})
afterAll(() => stopProbe())

/** The official client validates the result against the output schema of the tool. */
async function run(name: string, input: Record<string, unknown>): Promise<any> {
  const client = await currentClient(app().origin, { key: keys.write })
  await client.listTools()
  const result = await client.callTool({ name, arguments: input })
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
