// A request that waits for the database is in flight as long as the test wants. All tests use one data folder.
import { connect } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { createCopies } from '../../src/public-pages/copies.ts'
import { usedDataDir } from '../kit/lapwing/embedded-servers.ts'
import { busyPage } from '../kit/resources/page-view.ts'
import {
  type ApiResponse,
  type LapwingProcess,
  ask,
  checkout,
  newDataDir,
  postmasterOf,
  program,
  startProcess,
} from '../kit/lapwing/process.ts'

const dataDir = newDataDir()
const env = { LAPWING_DATA_DIR: dataDir, LAPWING_ROLES: 'server' }
let running: LapwingProcess
let key = ''

interface Waiting {
  readonly answer: Promise<ApiResponse>
  release(): Promise<void>
}

/** A request that has arrived and gets no response before `release`. */
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

async function stopsInOrder(signal: NodeJS.Signals): Promise<void> {
  const origin = await running.origin()
  const { answer, release } = await requestInFlight(origin)
  running.child.kill(signal)
  await running.says('stopping; press again to stop at once')
  await expect.poll(() => refused(origin)).toBe(true)
  await release()
  expect(await answer).toMatchObject({ status: 200, body: { object: 'me' } })
  expect(await running.ended).toMatchObject({ code: 0, stderr: '' })
  expect(postmasterOf(dataDir)).toBeUndefined()
}

it('SIGTERM lets requests in flight finish, takes no new ones, waits for no idle connection, and stops PostgreSQL', async () => {
  await usedDataDir(dataDir)
  running = startProcess(env)
  const origin = await running.origin()
  key = String((await running.says('keep this write key')).apiKey)
  const silent = connect(Number(new URL(origin).port), '127.0.0.1')
  await once(silent, 'connect')
  await ask(origin, '/healthz')
  await stopsInOrder('SIGTERM')
  silent.destroy()
})

it('SIGTERM ends a start that serves copies of status pages while it waits for its database', async () => {
  const waitingDir = newDataDir()
  const view = busyPage()
  const access = { id: view.id, slug: view.slug, isPublic: true, passwordHash: null, hosts: [] }
  await createCopies(join(waitingDir, 'status-pages')).save({ access, view })
  const nobody = 'postgres://lapwing@127.0.0.1:1/lapwing'
  const waiting = startProcess({ ...env, LAPWING_DATA_DIR: waitingDir, LAPWING_DATABASE_URL: nobody })
  const { origin } = await waiting.says('the database cannot be reached')
  expect((await fetch(`${String(origin)}/status/${view.slug}`)).status).toBe(200)
  expect(await waiting.end()).toMatchObject({ code: 0, stderr: '' })
})

it('SIGINT takes no new requests either, and a second Ctrl-C stops at once, whatever is in flight', async () => {
  running = startProcess(env)
  const origin = await running.origin()
  const { answer, release } = await requestInFlight(origin)
  running.child.kill('SIGINT')
  await running.says('stopping; press again to stop at once')
  await expect.poll(() => refused(origin)).toBe(true)
  expect(await running.end('SIGINT')).toMatchObject({ code: 1, stderr: '' })
  await expect(answer).rejects.toThrow()
  await release()
})

it('which leaves a PostgreSQL that the next start adopts, and SIGHUP stops both', async () => {
  const postgres = postmasterOf(dataDir)
  expect(postgres).toBeDefined()
  running = startProcess(env)
  await running.origin()
  expect(postmasterOf(dataDir)).toBe(postgres)
  await stopsInOrder('SIGHUP')
})

it('below npm it stops, as on SIGTERM, when the shell that npm started is ended', async () => {
  const command = ['/bin/sh', '-c', `"${process.execPath}" "${program}" start; true`]
  running = startProcess({ ...env, npm_lifecycle_event: 'start' }, { command, spawn: { cwd: checkout } })
  const { answer, release } = await requestInFlight(await running.origin())
  running.child.kill('SIGTERM')
  await running.says('stopping')
  await release()
  expect(await answer).toMatchObject({ status: 200 })
  await running.ended
  await expect.poll(() => postmasterOf(dataDir)).toBeUndefined()
})
