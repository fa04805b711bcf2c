import { readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../../test/kit/files.ts'
import { startReceiver } from '../../test/kit/resources/receiver.ts'
import { systemClock } from '../domain/clock.ts'
import { createImporting } from './importing.ts'

const fixture = readFileSync(new URL('../../test/kit/importers/files/kuma-2.db', import.meta.url))
const { send, readDatabase } = createImporting({ clock: systemClock, allowPrivate: true })

/** A database that these statements make. */
function made(statements: string): Buffer {
  const folder = newFolder()
  const path = join(folder.path, 'made.db')
  const db = new DatabaseSync(path)
  db.exec(statements)
  db.close()
  const bytes = readFileSync(path)
  folder.remove()
  return bytes
}

const endless = `with recursive n(x) as (select 1 union all select x + 1 from n) select x as id from n where x < 0`

describe('a database', () => {
  it('is read without its history of heartbeats, and leaves no file behind', async () => {
    const dump = JSON.parse(await readDatabase(fixture))
    expect([dump.monitorList.length, dump.heartbeatList.length]).toEqual([40, 7])
    expect(dump.monitorList[1].tags).toMatchObject([{ name: 'env', value: 'prod' }, { name: 'Team Shop' }])
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('lapwing-import-'))).toEqual([])
  })

  it.each([
    ['cut off', fixture.subarray(0, 30_000)],
    ['only a header', fixture.subarray(0, 100)],
    ['with broken pages', Buffer.concat([fixture.subarray(0, 4096), Buffer.alloc(60_000, 0xff)])],
  ])('that is %s is refused', async (_what, bytes) =>
    expect(readDatabase(bytes)).rejects.toMatchObject({ code: 'invalid_request', message: /cannot|not a database/ }),
  )

  it('whose table is a view that never ends is refused after a while', async () => {
    const impatient = createImporting({ clock: systemClock, allowPrivate: true, readingTimeoutMs: 300 })
    const bytes = made(`create view monitor as ${endless}`)
    await expect(impatient.readDatabase(bytes)).rejects.toThrow('takes too long')
  })

  it('in WAL mode, and with columns that nobody knows, is read', async () => {
    const bytes = made(`pragma journal_mode = wal;
      create table monitor (id integer, name text, type text, "a b; drop" text, blob blob);
      insert into monitor values (1, 'x', 'http', 'y', zeroblob(200000))`)
    expect(JSON.parse(await readDatabase(bytes)).monitorList).toMatchObject([{ id: 1, name: 'x', type: 'http' }])
  })
})

describe('a request to an API', () => {
  it.each([
    [401, 'does not accept this key (HTTP 401)'],
    [302, 'responded with HTTP 302 instead of 200'],
    [500, 'responded with HTTP 500 instead of 200'],
    [429, 'limits requests'],
  ])('that gets %i says what to do, without the key', async (status, message) => {
    const receiver = await startReceiver({ status })
    const request = send({ url: receiver.origin, headers: { authorization: 'Bearer s3cret' } })
    const error = await request.catch((thrown: Error) => thrown)
    expect((error as Error).message).toContain(message)
    expect((error as Error).message).not.toContain('s3cret')
  })

  it('never goes to private addresses unless they are allowed', async () => {
    const strict = createImporting({ clock: systemClock, allowPrivate: false })
    await expect(strict.send({ url: 'http://127.0.0.1:9/', headers: {} })).rejects.toThrow(
      /loopback|not allowed|private/,
    )
  })
})
