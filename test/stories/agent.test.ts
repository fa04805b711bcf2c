// A host with an agent, as users set it up: enrolled, disconnected, killed, restarted and rejected.
import { once } from 'node:events'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { type Server, type Socket, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { newDatabase, urlOf } from '../kit/lapwing/database.ts'
import { type LapwingProcess, ask, closedFolder, startProcess } from '../kit/lapwing/process.ts'
import { freePort } from '../kit/servers/free-port.ts'
import { waitUntil } from '../kit/wait-until.ts'

/** A connection to Lapwing that can be cut. */
async function wayTo(origin: string) {
  const { port } = new URL(origin)
  const open = new Set<Socket>()
  let server: Server | null = null
  // Still free when it opens again.
  const at = await freePort()
  const way = {
    async open(): Promise<string> {
      server = createServer((socket) => {
        const there = connect(Number(port), '127.0.0.1')
        for (const end of [socket, there]) {
          open.add(end)
          end.on('error', () => undefined).on('close', () => open.delete(end))
        }
        socket.pipe(there).pipe(socket)
      })
      server.listen(at, '127.0.0.1')
      await once(server, 'listening')
      return `http://127.0.0.1:${at}`
    },
    async cut(): Promise<void> {
      if (!server) return
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
      server = null
    },
  }
  afterAll(() => way.cut())
  return way
}

const agent = (program: string, args: readonly string[]): LapwingProcess =>
  startProcess({}, { command: [process.execPath, program, 'agent', ...args] })

async function said(running: LapwingProcess, words: string): Promise<void> {
  let text = ''
  running.child.stdout!.on('data', (part: Buffer) => (text += String(part)))
  await waitUntil(() => text.includes(words))
}

/** The first sample that is completely written. */
function firstKept(folder: string): string | undefined {
  const [file] = readdirSync(folder)
  if (file === undefined) return undefined
  const [first, ...others] = readFileSync(join(folder, file), 'utf8').split('\n')
  return others.length > 0 ? first : undefined
}

it('enrols with one command, keeps unsent samples through a kill, and sends them with their original time', async () => {
  const lapwing = startProcess({ LAPWING_ROLES: 'server', LAPWING_DATABASE_URL: urlOf(await newDatabase()) })
  const origin = await lapwing.origin()
  const key = String((await lapwing.says('keep this write key')).apiKey)
  const { body: host } = await ask(origin, '/v1/hosts', { key, method: 'POST', body: { name: 'web-1' } })
  const way = await wayTo(origin)
  const url = await way.open()
  const folder = join(closedFolder(), 'agent')

  const wrong = await startProcess({}, { args: ['agent', 'enroll', url, 'lwa_wrong', '--dir', folder, '--no-service'] })
    .ended
  expect(wrong.code).toBe(1)
  expect(wrong.stderr).toContain(`Not enrolled: ${url} refuses this agent: Unknown token`)

  const { token } = host.enrollment
  const enrolled = await startProcess({}, { args: ['agent', 'enroll', url, token, '--dir', folder, '--no-service'] })
    .ended
  expect(enrolled.code, enrolled.stderr).toBe(0)
  expect(enrolled.stdout).toContain('[Service]\n')
  expect(enrolled.stdout).not.toContain(token)
  expect(statSync(join(folder, 'agent.json')).mode & 0o777).toBe(0o600)
  expect((await ask(origin, `/v1/hosts/${host.id}`, { key })).body).toMatchObject({
    state: 'online',
    cpu_cores: expect.any(Number),
  })

  const program = join(folder, 'program/agent/main.mjs')
  const buffer = join(folder, 'buffer')
  const checks = async (): Promise<{ timestamp: string }[]> =>
    (await ask(origin, `/v1/monitors/${host.monitor_id}/checks`, { key })).body.data
  const arrivesWithItsTime = async (): Promise<boolean> => {
    await way.cut()
    const cutOff = agent(program, ['--dir', folder])
    await said(cutOff, 'cannot be reached: nothing listens there')
    const sample = JSON.parse(await waitUntil(() => firstKept(buffer)))
    await cutOff.end('SIGKILL')
    await way.open()
    const back = agent(program, ['--dir', folder])
    await waitUntil(() => readdirSync(buffer).length === 0)
    const arrived = (await checks()).some(({ timestamp }) => timestamp === sample.at)
    expect((await back.end()).code).toBe(0)
    return arrived
  }
  // If a busy machine takes two seconds to deliver a report, its clock seems to be behind: try again.
  await waitUntil(arrivesWithItsTime)
  expect((await checks()).length, 'enrolled, kept, and back again').toBeGreaterThanOrEqual(3)

  await ask(origin, `/v1/hosts/${host.id}`, { key, method: 'DELETE' })
  const turnedAway = agent(program, ['--dir', folder])
  await said(turnedAway, 'refuses this agent: Unknown token')
  expect((await turnedAway.end()).code).toBe(0)
})

it('reports from a container without enrolling, with its token in the environment', async () => {
  const lapwing = startProcess({ LAPWING_ROLES: 'server', LAPWING_DATABASE_URL: urlOf(await newDatabase()) })
  const origin = await lapwing.origin()
  const key = String((await lapwing.says('keep this write key')).apiKey)
  const { body: host } = await ask(origin, '/v1/hosts', { key, method: 'POST', body: { name: 'web-2' } })
  const args = ['agent', '--server', origin, '--root', '/', '--dir', closedFolder()]
  const without = await startProcess({}, { args }).ended
  expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining('LAPWING_AGENT_TOKEN') })
  const running = startProcess({ LAPWING_AGENT_TOKEN: host.enrollment.token }, { args })
  await said(running, `Reporting to ${origin}`)
  expect((await ask(origin, `/v1/hosts/${host.id}`, { key })).body.state).toBe('online')
  expect((await running.end()).code).toBe(0)
})
