// Every command and request in the documents, run against a Lapwing as a reader would. The words after the language of
// a block say what to do with it: `json POST /monitors` is sent, `sh no-run: needs Docker` is not run, and why, and `sh
// exits 3: a monitor is down` ends with that code.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fakeClock } from '../kit/clock.ts'
import { newFolder } from '../kit/files.ts'
import { keys, sharedLapwing } from '../kit/lapwing/lapwing.ts'
import { checkout, program } from '../kit/lapwing/process.ts'
import { makeSchedule } from '../kit/people/on-call.ts'
import { makeContact, makeGroup } from '../kit/people/people.ts'
import { makeHeartbeat } from '../kit/resources/heartbeats.ts'
import { openIncident } from '../kit/resources/incidents.ts'
import { make } from '../kit/resources/monitors.ts'
import { passUntil } from '../kit/resources/notifying.ts'
import { type Receiver, startReceiver } from '../kit/resources/receiver.ts'

interface Block {
  readonly place: string
  readonly language: string
  readonly marking: string
  readonly code: string
}

const documents = ['README.md', ...readdirSync(join(checkout, 'docs')).map((name) => `docs/${name}`)]
const blocks = documents.filter((name) => name.endsWith('.md')).flatMap((name) => blocksIn(name))
const commands = blocks.filter(({ language }) => language === 'sh' || language === 'bash')
const json = blocks.filter(({ language }) => language === 'json')
const isRun = ({ marking }: Block): boolean => !marking.startsWith('no-run')
const requestIn = ({ marking }: Block) => /^(GET|POST|PUT|PATCH|DELETE) (\/\S+)$/.exec(marking)

function blocksIn(name: string): Block[] {
  const source = readFileSync(join(checkout, name), 'utf8')
  const found = source.matchAll(/^( *)```(\w+) ?([^\n]*)\n([^]*?)^\1```$/gm)
  return [...found].map((match) => {
    const [, indent = '', language = '', marking = '', code = ''] = match
    const line = source.slice(0, match.index).split('\n').length
    return { place: `${name}:${line}`, language, marking, code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }
  })
}

const clock = fakeClock(new Date('2026-11-02T12:00:00Z'))
const hookSecret = 'the secret of the hook in the docs'
// JSON is YAML too. The receiver is known later, so the channel gets its address then.
const provision = JSON.stringify({
  organizations: [
    {
      name: 'Acme',
      apiKeys: [{ name: 'docs', scope: 'write', key: keys.write }],
      users: [
        { name: 'Ada', email: 'ada@acme.example', role: 'owner' },
        { name: 'Ben', email: 'ben@acme.example', role: 'member' },
      ],
      channels: [{ name: 'My hook', type: 'webhook', default: true, config: { url: 'HOOK', secret: hookSecret } }],
    },
  ],
})

let receiver: Receiver
const env = {
  LAPWING_ROLES: 'server,housekeeper,notifier',
  LAPWING_MAIL_URL: 'smtp://127.0.0.1:1',
  LAPWING_MAIL_FROM: 'lapwing@acme.example',
}
const options = { clock, provision, env }
beforeAll(async () => {
  receiver = await startReceiver()
  options.provision = provision.replace('HOOK', `${receiver.origin}/hook`)
})
const app = sharedLapwing(options)
const folder = newFolder()
afterAll(() => folder.remove())
let variables: Record<string, string> = {}

beforeAll(async () => {
  const users = (await app().get('/users')).body.data as { id: string; name: string }[]
  const { id, monitor } = await openIncident(app(), { name: 'Shop', tags: ['team:shop'] })
  const channel = (await app().get('/notification-channels')).body.data[0]
  const page = await app().post('/status-pages', { slug: 'first', name: 'First' })
  const heartbeat = await makeHeartbeat(app())
  const locations = (await app().get('/locations')).body.data
  variables = {
    LAPWING: app().origin,
    LAPWING_URL: app().origin,
    KEY: keys.write,
    LAPWING_TOKEN: keys.write,
    MONITOR: monitor.id,
    LOCATION: locations[0].id,
    PAGE_MONITOR: (await make(app(), { type: 'integrity', target: 'https://example.com/' })).id,
    INCIDENT: String(id),
    CHANNEL: String(channel.id),
    CONTACT: (await makeContact(app())).id,
    GROUP: (await makeGroup(app())).id,
    ADA: users.find(({ name }) => name === 'Ada')!.id,
    BEN: users.find(({ name }) => name === 'Ben')!.id,
    SCHEDULE: String((await makeSchedule(app())).id),
    PAGE: page.body.id,
    TOKEN: heartbeat.path.split('/').at(-1)!,
  }
})

// A response that is no success ends the block, as does an unset variable.
const prelude = `set -euo pipefail
curl() { case "$1" in -f*) command curl "$@";; *) command curl --fail-with-body -sS --max-time 60 "$@";; esac; }
lapwing() { "${process.execPath}" "${program}" "$@"; }
`

async function runInShell(code: string): Promise<{ exit: number | null; output: string }> {
  const here = code.replaceAll(/http:\/\/127\.0\.0\.1:8080|https:\/\/lapwing\.example\.com/g, app().origin)
  const child = spawn('bash', ['-s'], { cwd: folder.path, env: { PATH: process.env['PATH'], ...variables } })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  // Time passes only for requests that wait for it: after a while without a probe, no location is live.
  const passing = setInterval(() => code.includes('Prefer: wait') && clock.advance(250), 25)
  child.stdin.end(prelude + here)
  try {
    return { exit: await ended, output: (await output).join('\n') }
  } finally {
    clearInterval(passing)
  }
}

describe('the documents', () => {
  it.each(commands.filter(isRun).map((block) => [block.place, block] as const))(
    '%s runs',
    async (_place, { code, marking }) => {
      const { exit, output } = await runInShell(code)
      expect(exit, `${code}\n${output}`).toBe(Number(/^exits (\d+): \S/.exec(marking)?.[1] ?? 0))
    },
  )

  const requests = json.filter((block) => requestIn(block) !== null)
  it.each(requests.map((block) => [block.place, block] as const))('%s is accepted', async (_place, block) => {
    const [, method = '', path = ''] = requestIn(block)!
    const code = block.code.replace('"locations": ["…"]', `"locations": ["${variables['LOCATION']}"]`)
    const { status, text: answer } = await app().ask(method, path, { body: JSON.parse(code) as unknown })
    expect(status, answer).toBeGreaterThanOrEqual(200)
    expect(status, answer).toBeLessThan(300)
  })

  it('show valid JSON', () => {
    const isWrong = ({ code }: Block): boolean => {
      try {
        return JSON.parse(code) === undefined
      } catch {
        return true
      }
    }
    expect(json.filter(isRun).filter(isWrong)).toEqual([])
  })

  it('say why a block is not run, and most are', () => {
    const left = [...commands, ...json].filter((block) => !isRun(block))
    expect(left.filter(({ marking }) => !/^no-run: \S.{8,}$/.test(marking))).toEqual([])
    const tests = left.flatMap(({ marking }) => marking.match(/\btest\/\S+\.ts\b/) ?? [])
    expect(tests.filter((path) => !existsSync(join(checkout, path)))).toEqual([])
    const run = commands.filter(isRun).length
    console.info(`${run} of ${commands.length} blocks of commands in the documents are run`)
    expect(run / commands.length).toBeGreaterThan(0.5)
  })

  it('show how to verify a webhook: it accepts a real delivery and nothing else', async () => {
    const example = blocks.find(({ place, language }) => place.startsWith('docs/webhooks.md') && language === 'js')
    const file = join(folder.path, 'verify.mjs')
    writeFileSync(file, example!.code)
    const { isGenuine } = (await import(pathToFileURL(file).href)) as {
      isGenuine(rawBody: string, headers: unknown, secret: string): boolean
    }
    await app().post(`/notification-channels/${variables['CHANNEL']}/test`)
    await passUntil(app(), () => receiver.requests.length > 0)
    const { text: body, headers } = receiver.requests.at(-1)!
    expect(isGenuine(body, headers, hookSecret)).toBe(true)
    expect(isGenuine(`${body} `, headers, hookSecret)).toBe(false)
    expect(isGenuine(body, headers, 'another secret')).toBe(false)
    expect(isGenuine(body, {}, hookSecret)).toBe(false)
  })
})
