// A request that waits for the database is in flight for as long as the test wants.
import { connect } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { Client } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Asked,
  type LapwingProcess,
  ask,
  checkout,
  newDataDir,
  postmasterOf,
  program,
  startProcess,
} from '../kit/process.ts'

const dataDir = newDataDir()
const env = { LAPWING_DATA_DIR: dataDir }
let key = ''

beforeAll(async () => {
  const first = startProcess(env)
  key = String((await first.says('keep this write key')).apiKey)
  await first.says('is ready')
  await first.end()
})

interface Waiting {
  readonly answer: Promise<Asked>
  release(): Promise<void>
}

/** A request that has arrived and gets no answer before `release`. */
async function requestInFlight(origin: string): Promise<Waiting> {
  const holder = new Client({
    host: join(dataDir, 'postgres'),
    user: 'lapwing',
    database: 'lapwing',
    password: readFileSync(join(dataDir, 'postgres-password'), 'utf8'),
  })
  holder.on('error', () => undefined)
  await holder.connect()
  await holder.query('begin; lock table api_keys')
  const answer = ask(origin, '/v1/me', { key })
  answer.catch(() => undefined)
  await expect
    .poll(async () => (await holder.query('select from pg_locks where not granted')).rowCount)
    .toBeGreaterThan(0)
  return { answer, release: () => holder.end() }
}

const refused = async (origin: string): Promise<boolean> =>
  ask(origin, '/healthz').then(
    () => false,
    () => true,
  )

describe.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s', (signal) => {
  it('lets requests in flight finish, takes no new ones, and then stops PostgreSQL', async () => {
    const running = startProcess(env)
    const origin = await running.origin()
    const { answer, release } = await requestInFlight(origin)
    running.child.kill(signal)
    await running.says('stopping; once more to stop at once')
    await expect.poll(() => refused(origin)).toBe(true)
    await release()
    expect(await answer).toMatchObject({ status: 200, body: { object: 'me' } })
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' })
    expect(postmasterOf(dataDir)).toBeUndefined()
  })
})

it('an open connection that asks nothing does not hold up the stop', async () => {
  const running = startProcess(env)
  const { port } = new URL(await running.origin())
  const silent = connect(Number(port), '127.0.0.1')
  await once(silent, 'connect')
  await ask(await running.origin(), '/healthz')
  expect(await running.end()).toMatchObject({ code: 0 })
  silent.destroy()
})

describe('impatience', () => {
  let running: LapwingProcess
  let postgres: number | undefined

  it('a second Ctrl-C stops at once, whatever is in flight', async () => {
    running = startProcess(env)
    const { answer, release } = await requestInFlight(await running.origin())
    postgres = postmasterOf(dataDir)
    running.child.kill('SIGINT')
    await running.says('stopping; once more to stop at once')
    expect(await running.end('SIGINT')).toMatchObject({ code: 1, stderr: '' })
    await expect(answer).rejects.toThrow()
    await release()
  })

  it('leaves a PostgreSQL that the next start takes over', async () => {
    running = startProcess(env)
    expect(await ask(await running.origin(), '/v1/me', { key })).toMatchObject({ status: 200 })
    expect(postmasterOf(dataDir)).toBe(postgres)
    await running.end()
  })
})

it('below npm it stops, as on SIGTERM, when the shell that npm put between them is ended', async () => {
  const command = ['/bin/sh', '-c', `"${process.execPath}" "${program}"; true`]
  const running = startProcess({ ...env, npm_lifecycle_event: 'start' }, { command, spawn: { cwd: checkout } })
  const { answer, release } = await requestInFlight(await running.origin())
  running.child.kill('SIGTERM')
  await running.says('stopping')
  await release()
  expect(await answer).toMatchObject({ status: 200 })
  await running.ended
  await expect.poll(() => postmasterOf(dataDir)).toBeUndefined()
})
