import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { newFolder } from '../../test/kit/files.ts'
import { listening } from '../../test/kit/servers/listening.ts'
import { freePort } from '../../test/kit/servers/free-port.ts'
import { openBuffer } from './buffer.ts'
import { linuxSystem } from './linux.ts'
import { createAgent } from './run.ts'
import type { AgentSample } from './sample.ts'
import { type AgentConfig, usualConfig } from './settings.ts'

interface Answer {
  readonly status: number
  readonly body: object
}

/** A Lapwing that responds to each report as the test says, and what it received. */
async function lapwingThat(answers: (samples: AgentSample[]) => Answer) {
  const reports: { samples: AgentSample[]; config_version: number | null }[] = []
  const server = createServer(async (request, response) => {
    const parts = await Array.fromAsync(request as AsyncIterable<Buffer>)
    const report = JSON.parse(gunzipSync(Buffer.concat(parts)).toString())
    reports.push(report)
    const { status, body } = answers(report.samples)
    response.writeHead(status).end(JSON.stringify(body))
  })
  return { url: `http://127.0.0.1:${await listening(server)}`, reports }
}

function agentOf(url: string) {
  const clock = fakeClock()
  const folder = newFolder().path
  const buffer = openBuffer<AgentSample>(folder, () => clock.now())
  const said: string[] = []
  const requested: AgentConfig[] = []
  const takeSample = async (config: AgentConfig): Promise<AgentSample> => {
    requested.push(config)
    clock.advance(60_000)
    return { at: clock.now().toISOString() } as AgentSample
  }
  const settings = { url, token: 'lwa_test' }
  const signal = new AbortController().signal
  const impatient = { ...clock, sleep: async () => undefined }
  const parts = {
    settings,
    folder,
    version: '0.1.0',
    system: linuxSystem(),
    clock: impatient,
    say: (text: string) => void said.push(text),
    signal,
  }
  return { agent: createAgent(parts, { takeSample, buffer }), buffer, said, requested }
}

const taken = (config?: AgentConfig): Answer => ({
  status: 200,
  body: { object: 'agent_ack', config_version: 7, config },
})

describe('an agent', () => {
  it('follows the settings from Lapwing, and reports their version', async () => {
    const config = { ...usualConfig, reportIntervalSeconds: 10, services: ['nginx'] }
    const { url, reports } = await lapwingThat(() => taken(config))
    const { agent, requested, said } = agentOf(url)
    expect([await agent.round(), await agent.round()]).toEqual([10_000, 10_000])
    expect(requested).toEqual([usualConfig, config])
    expect(reports.map(({ config_version }) => config_version)).toEqual([null, 7])
    expect(said).toEqual([`Reporting to ${url} every 10 seconds.`])
  })

  it('stores what it cannot send, reports the reason once, and sends it after new samples', async () => {
    let up = false
    const { url, reports } = await lapwingThat(() => (up ? taken() : { status: 503, body: {} }))
    const { agent, buffer, said } = agentOf(url)
    await agent.round()
    await agent.round()
    expect(said).toEqual([`${url} has no time: it answered with 503`])
    up = true
    await agent.round()
    const times = reports.slice(2).map(({ samples }) => samples.map(({ at }) => at.slice(11, 16)))
    expect(times).toEqual([['12:03'], ['12:01', '12:02']])
    expect(buffer.oldest()).toBeNull()
  })

  it('suggests what to check when nothing listens', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const { agent, said } = agentOf(url)
    await agent.round()
    expect(said).toEqual([
      `${url} cannot be reached: nothing listens there. Is Lapwing running, and is the port correct?`,
    ])
  })

  it('retries slowly when it is refused, and stores nothing', async () => {
    const { url } = await lapwingThat(() => ({ status: 401, body: { error: { message: 'Not known.' } } }))
    const { agent, buffer, said } = agentOf(url)
    expect(await agent.round()).toBe(300_000)
    expect(said).toEqual([`${url} refuses this agent: Not known.`])
    expect(buffer.oldest()).toBeNull()
  })

  it('drops old samples that Lapwing rejects for good', async () => {
    let up = false
    const { url } = await lapwingThat(([first]) =>
      !up ? { status: 500, body: {} } : first!.at.includes('12:01') ? { status: 400, body: {} } : taken(),
    )
    const { agent, buffer, said } = agentOf(url)
    await agent.round()
    up = true
    await agent.round()
    expect(said.at(-1)).toContain('1 old samples are dropped')
    expect(buffer.oldest()).toBeNull()
  })
})
