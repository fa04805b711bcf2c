import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { newFolder } from '../../../test/kit/files.ts'
import { systemClock } from '../../domain/clock.ts'
import type { ImportedSetup } from '../../importers/setup.ts'
import { jobsWith } from './jobs.ts'
import { createDocumentReader } from './reader.ts'

const fixture = readFileSync(new URL('../../../test/kit/importers/files/kuma-2.db', import.meta.url))
const reader = createDocumentReader(systemClock)
afterAll(() => reader.stop())

const limits = { maxValues: 10, maxDepth: 3 }
const readJson = (json: string): Promise<unknown> => reader.read('a', 'json', { bytes: Buffer.from(json), limits })

function importKuma(document: string | Buffer, from = reader): Promise<ImportedSetup> {
  const isText = typeof document === 'string'
  const text = isText ? document : document.toString('base64')
  return from.read('a', 'importedSetup', { source: 'kuma', document: text, encoding: isText ? 'text' : 'base64' })
}

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

const manyTexts = `create view monitor as with recursive n(x) as (select 1 union all select x + 1 from n)
  select x as id, hex(zeroblob(35000)) as name from n limit 2000`

describe('a reader', () => {
  it('returns what is within the limits, and the fault of what is not', async () => {
    expect(await readJson('{"a":[1,{"__proto__":2}]}')).toEqual({ a: [1, JSON.parse('{"__proto__":2}')] })
    await expect(readJson(`[${'1,'.repeat(10)}1]`)).rejects.toMatchObject({ code: 'payload_too_large' })
    await expect(readJson('[[[[1]]]]')).rejects.toThrow('body: nested deeper than 3 levels')
    await expect(readJson('[')).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('refuses a packed report by its values, before it is built', async () => {
    const bytes = gzipSync(`{"outcomes":[],"x":[${'{},'.repeat(60_000)}{}]}`)
    const refused = reader.read('probe', 'probeReport', { bytes, isPacked: true })
    await expect(refused).rejects.toMatchObject({ code: 'payload_too_large', message: /^body: has more than 50,000 / })
  })

  it('takes turns between owners, and refuses one who has too many waiting', async () => {
    const order: string[] = []
    const read = (owner: string): Promise<unknown> =>
      reader.read(owner, 'json', { bytes: Buffer.from('[]'), limits }).then(() => order.push(owner))
    const all = ['a', 'a', 'a', 'a', 'b', 'c'].map(read)
    await Promise.all(all)
    expect(order.indexOf('c')).toBeLessThan(order.lastIndexOf('a'))
    const flood = Array.from({ length: 40 }, () => read('d').catch((error: { code: string }) => error.code))
    expect((await Promise.all(flood)).filter((one) => one === 'rate_limited').length).toBeGreaterThan(0)
  })

  it('ends a document that takes too long or too much memory, and reads the next one', async () => {
    const impatient = createDocumentReader(systemClock, { maxCpuSeconds: 0.01, maxSeconds: 60, maxMegabytes: 512 })
    const small = createDocumentReader(systemClock, { maxCpuSeconds: 60, maxSeconds: 60, maxMegabytes: 1 })
    const bytes = made(`create view monitor as with recursive n(x) as (select 1 union all select x + 1 from n)
      select x as id from n where x < 0`)
    await expect(importKuma(bytes, impatient)).rejects.toThrow('The document takes longer than 0.01 s to read')
    await expect(importKuma(bytes, small)).rejects.toThrow('The document takes more than 1 MB of memory to read')
    await Promise.all([impatient.stop(), small.stop()])
  })
})

describe('a database', () => {
  it('is read without its history of heartbeats, and leaves no file behind', async () => {
    const { monitors, skipped } = await importKuma(fixture)
    expect([monitors.length, skipped.length]).toEqual([25, 18])
    expect(monitors[0]!.tags).toContain('team-shop')
    const folder = newFolder()
    const own = join(folder.path, 'own')
    jobsWith(own).importedSetup({ source: 'kuma', document: fixture.toString('base64'), encoding: 'base64' })
    expect(existsSync(own)).toBe(false)
    folder.remove()
  })

  it.each([
    ['cut off', fixture.subarray(0, 30_000)],
    ['only a header', fixture.subarray(0, 100)],
    ['with broken pages', Buffer.concat([fixture.subarray(0, 4096), Buffer.alloc(60_000, 0xff)])],
    ['with a view of a huge value', made('create view monitor as select hex(zeroblob(150000000)) as id')],
    ['with views of much text', made(manyTexts)],
  ])('that is %s is refused', async (_what, bytes) =>
    expect(importKuma(bytes)).rejects.toMatchObject({
      code: 'invalid_request',
      message: /^document: is not a readable Uptime Kuma database: ./,
    }),
  )

  it('in WAL mode, and with columns that nobody knows, is read', async () => {
    const bytes = made(`pragma journal_mode = wal;
      create table monitor (id integer, name text, type text, url text, interval, "a b; drop" text, blob blob);
      insert into monitor values (1, 'x', 'http', 'https://x.example/', 60, 'y', zeroblob(200000))`)
    expect((await importKuma(bytes)).monitors).toMatchObject([{ key: 'kuma-1', name: 'x', type: 'http' }])
  })
})
