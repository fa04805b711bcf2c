// A start with a provision file, and a test of its channel from the command line; the tests share one data folder. What
// changes of the file do is tested in store/accounts/provision.test.ts.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { usedDataDir } from '../kit/lapwing/embedded-servers.ts'
import { type LapwingProcess, ask, closedFolder, newDataDir, startProcess } from '../kit/lapwing/process.ts'
import { type Receiver, startReceiver } from '../kit/resources/receiver.ts'

const keys = { deploy: 'lw_story_deploy_0123456789', watch: 'lw_story_watch_0123456789ab' }
const file = join(closedFolder(), 'provision.yaml')
const env = {
  LAPWING_DATA_DIR: newDataDir(),
  LAPWING_PROVISION: file,
  LAPWING_ROLES: 'server',
  DEPLOY_KEY: keys.deploy,
}
let receiver: Receiver
let lapwing: LapwingProcess
let origin = ''

beforeAll(async () => {
  receiver = await startReceiver({ status: 204 })
  writeFileSync(
    file,
    `
organizations:
  - name: Acme
    plan: pro
    limits: { monitors: 3 }
    apiKeys:
      - { name: deploy, scope: write, key: "\${DEPLOY_KEY}" }
      - { name: watch, scope: read, key: ${keys.watch} }
    users:
      - { name: Ada, email: ada@example.com, password: correct horse battery, role: owner }
    channels:
      - { name: My hook, type: webhook, config: { url: "${receiver.origin}" } }
  - name: Other
    plan: pro
locations:
  - { slug: fra, name: Frankfurt, region: eu, country: Germany, countryCode: DE, embedded: true }
`,
  )
  await usedDataDir(env.LAPWING_DATA_DIR)
  lapwing = startProcess(env)
  origin = await lapwing.origin()
})

async function testChannel(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await startProcess(env, { args: ['test-channel', ...args] }).ended
  return { code, stdout, stderr }
}

it('a provisioned start prints no set-up link and has the resources of the file', async () => {
  expect(await ask(origin, '/v1/me', { key: keys.deploy })).toMatchObject({
    status: 200,
    body: { credential: { name: 'deploy', scope: 'write' }, organization: { name: 'Acme', plan: 'Pro' } },
  })
  expect(await ask(origin, '/v1/plan', { key: keys.watch })).toMatchObject({ body: { limits: { monitors: 3 } } })
  expect((await ask(origin, '/v1/locations', { key: keys.watch })).body.data).toMatchObject([{ name: 'Frankfurt' }])
  expect(lapwing.log.filter((line) => line.apiKey ?? line.setup)).toEqual([])
})

it('a test of a channel prints the response of the receiver, whether Lapwing runs or not', async () => {
  expect(await testChannel('My hook', '--organization', 'acme')).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^My hook \(webhook\): delivered; the receiver answered 204 after \d+ ms\.$/),
    stderr: '',
  })
  expect(receiver.requests).toHaveLength(1)
  expect(receiver.requests[0]!.text).toContain('Test notice: messages from this channel arrive here')
  expect((await ask(origin, '/v1/notifications', { key: keys.deploy })).body.data).toMatchObject([
    { status: 'sent', http_status: 204, channel: { name: 'My hook' } },
  ])
  expect(await lapwing.end()).toMatchObject({ code: 0, stderr: '' })

  receiver.answer({ status: 410, body: 'gone for good' })
  const refused = await testChannel('my', 'hook', '--organization', 'acme')
  expect(refused).toMatchObject({ code: 1, stderr: '' })
  expect(refused.stdout).toMatch(/^My hook \(webhook\): not delivered, 2 times: answered 410.*gone for good.*$/)
  expect(receiver.requests).toHaveLength(3)
})
