// A start that cannot work says so in one sentence, leaves nothing behind and exits with code 1. The other sentences
// are tested in src/settings.test.ts, src/start-failure.test.ts and store/database/migrate.test.ts.
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, describe, expect, it } from 'vitest'
import { emptyDatabase, urlOf } from '../kit/lapwing/database.ts'
import { checkout, closedFolder, startProcess } from '../kit/lapwing/process.ts'

async function refusal(env: Record<string, string>, args: string[] = ['start'], exit = 1): Promise<string> {
  const dataDir = join(closedFolder(), 'data')
  const settings = { LAPWING_DATA_DIR: dataDir, LAPWING_ROLES: 'server', ...env }
  const { code, stdout, stderr } = await startProcess(settings, { args }).ended
  expect({ code, stdout, stderr }).toEqual({ code: exit, stdout: '', stderr: expect.stringMatching(/^lapwing: .*\n$/) })
  expect(stderr).not.toMatch(/^\s+at /m)
  expect(existsSync(dataDir), 'the data folder was touched').toBe(false)
  return stderr.slice('lapwing: '.length, -1)
}

function file(name: string, content: string): string {
  const path = join(closedFolder(), name)
  writeFileSync(path, content)
  return path
}

/** An empty database behind a proxy that cuts all connections permanently when a client sends this text. */
async function databaseThatDiesAt(
  text: string,
  { onTestFinished }: TestContext,
): Promise<{ url: string; hasCut: () => boolean }> {
  const real = await emptyDatabase()
  const folder = closedFolder()
  const open = new Set<Socket>()
  let cut = false
  const server = createServer((inside) => {
    const outside = connect(join(real.host!, `.s.PGSQL.${real.port}`))
    for (const socket of [inside, outside]) {
      open.add(socket)
      socket.on('error', () => undefined)
    }
    outside.pipe(inside)
    inside.on('data', (part: Buffer) => {
      if (!part.includes(text)) return void outside.write(part)
      cut = true
      server.close()
      for (const socket of open) socket.destroy()
    })
  }).listen(join(folder, `.s.PGSQL.${real.port}`))
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return { url: urlOf({ ...real, host: folder }), hasCut: () => cut }
}

const missing = '/nowhere/at all'
const secret = 'postgres://me:hunter2@'

describe.concurrent('settings', () => {
  const table: [what: string, env: Record<string, string>, sentence: string][] = [
    [
      'an unknown setting',
      { LAPWING_PROT: '1' },
      'LAPWING_PROT: no such setting. Run `npm start -- --help` for the list.',
    ],
    [
      'a bad URL, which may hold a password',
      { LAPWING_DATABASE_URL: `http${secret}` },
      'LAPWING_DATABASE_URL: must be a URL such as postgres://user:password@host:5432/database.',
    ],
  ]

  it.each(table)('%s', async (_what, env, sentence) => {
    expect(await refusal(env)).toBe(sentence)
  })

  it.each([
    [['test-channel'], 'test-channel: must be followed by the name of the channel.'],
    [['test-channel', 'My hook', '--scope', 'read'], '--scope: no such option. Run `lapwing test-channel --help`.'],
    [['keys', 'create', '--name'], '--name: must be followed by a value.'],
    [['keys', 'create', 'my key'], 'my key: one word too many. Run `lapwing keys create --help`.'],
    [['start', '--port=1'], '--port: no such option. Run `lapwing start --help`.'],
    // Options alone do not start anything.
    [['--port=1'], '--port=1: no such command. Run `lapwing --help` for a list.'],
    [['doctr'], 'doctr: no such command. Did you mean `lapwing doctor`? Run `lapwing --help` for a list.'],
    [
      ['keys', 'crate'],
      'keys crate: no such command. Did you mean `lapwing keys create`? There are: create, list, revoke.',
    ],
  ])('a mistake in the command line: %j', async (args, sentence) => {
    expect(await refusal({}, args, 64)).toBe(sentence)
  })

  it.each([
    [['probe', '--nothing'], "lapwing probe: Unknown option '--nothing'"],
    [['probe'], 'lapwing probe: --server must give the address of Lapwing.'],
    [['agent', '--nothing'], "lapwing agent: Unknown option '--nothing'"],
    [['agent', 'enrol'], 'lapwing agent: '],
  ])('a mistake in the command line of %j', async (args, sentence) => {
    const { code, stderr } = await startProcess({}, { args }).ended
    expect([code, stderr]).toEqual([64, expect.stringContaining(sentence)])
  })

  it('nothing but `lapwing` prints help and starts nothing', async () => {
    const dataDir = join(closedFolder(), 'data')
    const { code, stdout } = await startProcess({ LAPWING_DATA_DIR: dataDir }, { args: [] }).ended
    expect([code, stdout, existsSync(dataDir)]).toEqual([0, expect.stringContaining('Usage: lapwing <command>'), false])
  })

  it('`npm start -- doctor --help` is `lapwing doctor --help`', async () => {
    const { stdout } = await startProcess({}, { args: ['start', 'doctor', '--help'] }).ended
    expect(stdout).toContain('Usage: lapwing doctor')
  })
})

describe.concurrent('the provision file', () => {
  it('that does not exist', async () => {
    expect(await refusal({ LAPWING_PROVISION: missing })).toBe(`${missing}: cannot be read: ENOENT`)
  })

  it('with errors: each is named by its path and rule', async () => {
    const path = file('provision.yaml', 'organizations:\n  - { name: Acme, plan: gold, colour: red }\n')
    const sentence = await refusal({ LAPWING_PROVISION: path })
    expect(sentence.startsWith(`${path}: `)).toBe(true)
    expect(sentence).toContain('organizations[0].plan')
    expect(sentence).toContain('organizations[0].colour')
  })
})

describe.concurrent('the environment', () => {
  it('a port that is in use', async ({ onTestFinished }) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    // Nothing is created before the port is taken, so a failed start loses no key.
    expect(await refusal({ LAPWING_PORT: String(port) })).toBe(
      `Another program already listens on 127.0.0.1:${port}. Stop it, or choose another LAPWING_PORT.`,
    )
  })

  it('an unreachable database, without repeating the password', async () => {
    expect(await refusal({ LAPWING_DATABASE_URL: `${secret}localhost:1/nest` })).toMatch(
      /^The database cannot be reached: .*ECONNREFUSED/,
    )
  })

  it('a database that goes away in the middle of the start', async (context) => {
    const { url, hasCut } = await databaseThatDiesAt('insert into organizations', context)
    const dataDir = join(closedFolder(), 'data')
    const env = { LAPWING_DATABASE_URL: url, LAPWING_DATA_DIR: dataDir, LAPWING_ROLES: 'server' }
    const { code, stderr } = await startProcess(env).ended
    expect(hasCut()).toBe(true)
    expect(stderr).toMatch(
      /^lapwing: The database went away while Lapwing was starting \(.*\)\. Start Lapwing again once it can be reached\.\n$/,
    )
    expect(code).toBe(1)
  })

  it('a data folder that cannot be created', async () => {
    const blocked = join(file('a file', ''), 'data')
    const { code, stderr } = await startProcess({ LAPWING_DATA_DIR: blocked, LAPWING_ROLES: 'server' }).ended
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^lapwing: .*LAPWING_DATA_DIR.*\n$/) })
  })
})

describe('options that need no start', () => {
  it('the --help of a command has an example', async () => {
    const { code, stdout } = await startProcess({}, { args: ['keys', 'create', '--help'] }).ended
    expect(code).toBe(0)
    expect(stdout).toMatch(/Usage: lapwing keys create[^]* --name NAME /)
    expect(stdout).toContain('Example: lapwing keys create --name')
  })

  it('start --help lists every setting', async () => {
    const { code, stdout } = await startProcess({}, { args: ['start', '--help'] }).ended
    expect(code).toBe(0)
    const listed = [...stdout.matchAll(/^ {2}(LAPWING_\w+) +\S/gm)].map(([, name]) => name)
    expect(listed).toEqual(
      expect.arrayContaining([
        'LAPWING_PORT',
        'LAPWING_HOST',
        'LAPWING_DATA_DIR',
        'LAPWING_DATABASE_URL',
        'LAPWING_ROLES',
        'LAPWING_PUBLIC_URL',
        'LAPWING_SECRET_KEY',
        'LAPWING_PROVISION',
        'LAPWING_ALLOW_PRIVATE_TARGETS',
        'LAPWING_LOG_LEVEL',
      ]),
    )
    expect(stdout).toContain('LAPWING_SECRET_KEY_FILE=')
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(140)
  })

  it('--version prints the version', async () => {
    const {
      default: { version },
    } = await import(join(checkout, 'package.json'), { with: { type: 'json' } })
    const { ended } = startProcess({}, { args: ['--version'] })
    expect(await ended).toMatchObject({ code: 0, stdout: version, stderr: '' })
  })
})
