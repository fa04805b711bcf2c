// A channel is tested from the command line, with and without a running Lapwing; the tests share one data folder.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { usedDataDir } from '../kit/lapwing/embedded-servers.ts'
import { ask, closedFolder, newDataDir, startProcess } from '../kit/lapwing/process.ts'
import { startReceiver } from '../kit/resources/receiver.ts'

const key = 'lw_story_channels_0123456789'
const file = join(closedFolder(), 'provision.yaml')
const env = {
  LAPWING_DATA_DIR: newDataDir(),
  LAPWING_PROVISION: file,
  LAPWING_LOG_LEVEL: 'info',
  LAPWING_ROLES: 'server',
}

function provision(hook: string): void {
  writeFileSync(
    file,
    `
organizations:
  - name: Acme
    plan: pro
    apiKeys: [ { name: deploy, scope: write, key: ${key} } ]
    channels:
      - { name: My hook, type: webhook, config: { url: "${hook}" } }
  - name: Other
    plan: pro
`,
  )
}

async function command(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await startProcess(env, { args: ['test-channel', ...args] }).ended
  return { code, stdout, stderr }
}

it('prints the response of the receiver, whether Lapwing runs or not', async () => {
  const receiver = await startReceiver({ status: 204 })
  provision(receiver.origin)
  await usedDataDir(env.LAPWING_DATA_DIR)
  const running = startProcess(env)
  const origin = await running.origin()

  expect(await command('My hook', '--organization', 'acme')).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^My hook \(webhook\): delivered; the receiver answered 204 after \d+ ms\.$/),
    stderr: '',
  })
  expect(receiver.requests).toHaveLength(1)
  expect(receiver.requests[0]!.text).toContain('Test notice: messages of this channel arrive here')
  expect((await ask(origin, '/v1/notifications', { key })).body.data).toMatchObject([
    { status: 'sent', http_status: 204, channel: { name: 'My hook' } },
  ])
  await running.end()

  receiver.answer({ status: 410, body: 'gone for good' })
  const refused = await command('my', 'hook', '--organization', 'acme')
  expect(refused).toMatchObject({ code: 1, stderr: '' })
  expect(refused.stdout).toMatch(/^My hook \(webhook\): not delivered, 2 times: answered 410.*gone for good.*$/)
  expect(receiver.requests).toHaveLength(3)
})

it('an unknown channel name is reported in a sentence', async () => {
  expect(await command('Your hook', '--organization', 'acme')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'lapwing: Your hook is not a channel. Existing channels: "My hook".\n',
  })
})
