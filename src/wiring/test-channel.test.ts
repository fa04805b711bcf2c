import { expect, it } from 'vitest'
import { urlOf } from '../../test/kit/lapwing/database.ts'
import { keys, sharedLapwing } from '../../test/kit/lapwing/lapwing.ts'
import { quiet } from '../../test/kit/log.ts'
import { readSettings } from '../settings.ts'
import { type TriedChannel, type WantedTest, testChannel } from './test-channel.ts'

const env = { LAPWING_SECRET_KEY: 'a key that the command reads too' }
const lapwing = sharedLapwing({
  env,
  provision: `
organizations:
  - name: Acme
    plan: pro
    apiKeys: [ { name: rw, scope: write, key: ${keys.write} } ]
    channels:
      - { name: My hook, type: webhook, config: { url: "http://127.0.0.1:1/" } }
      - { name: Off, type: webhook, enabled: false, config: { url: "http://127.0.0.1:1/" } }
  - { name: Other, plan: pro }
`,
})

function tried(wanted: Partial<WantedTest> & { name: string }): Promise<TriedChannel[]> {
  const { clock, database } = lapwing()
  const settings = readSettings({ ...env, LAPWING_DATABASE_URL: urlOf(database) })
  return testChannel({ settings, clock, log: quiet }, { organization: undefined, ...wanted })
}

it('skips a disabled channel and says so', async () => {
  expect(await tried({ name: 'off', organization: 'acme' })).toEqual([
    { arrived: false, sentence: 'Off (webhook): not sent, because the channel is disabled; enable it first.' },
  ])
})

it.each([
  [
    'a wrong name',
    { name: 'Your hook', organization: 'acme' },
    'Your hook is not a channel. Existing channels: "My hook", "Off".',
  ],
  [
    'an organization without channels',
    { name: 'My hook', organization: 'other' },
    'No channels exist yet: add one to the provision file and start Lapwing with it.',
  ],
  [
    'a missing organization',
    { name: 'My hook' },
    'There are several organizations; choose one with --organization: acme, other.',
  ],
  [
    'a wrong organization',
    { name: 'My hook', organization: 'acne' },
    'acne is not an organization; --organization takes a slug: acme, other.',
  ],
])('reports %s in a sentence', async (_what, wanted, sentence) => {
  await expect(tried(wanted)).rejects.toThrow(sentence)
})
