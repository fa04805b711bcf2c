import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openNet } from '../../test/kit/checks/run-check.ts'
import { type Swift, hasSwift, startSwift } from '../../test/kit/debian/swift.ts'
import { newFolder } from '../../test/kit/files.ts'
import { say, strangeS3 } from '../../test/kit/servers/s3.ts'
import { systemClock } from '../domain/clock.ts'
import type { S3Bucket } from '../protocols/s3.ts'
import { createBucketDestination } from './bucket.ts'
import type { BackupDestination } from './destination.ts'
import { createFolderDestination } from './folder.ts'
import { partsOf } from './parts.ts'

const { signal } = new AbortController()
const impatient = { ...systemClock, sleep: async () => {} }
const inBucket = (bucket: S3Bucket): BackupDestination =>
  createBucketDestination(bucket, { net: openNet(), clock: impatient })

async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000)
}

async function contentOf(destination: BackupDestination, name: string): Promise<Buffer> {
  const pieces = []
  for await (const piece of destination.read(name, signal)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield randomBytes(100_000)
  throw new Error('the database went away')
}

function storesBackups(open: () => BackupDestination): void {
  it('returns, lists and removes what it stored, in several parts', async () => {
    const destination = open()
    // One part and a bit.
    const bytes = randomBytes(16 * 1024 * 1024 + 12_345)
    expect(await destination.write('b.backup', inPieces(bytes), signal)).toBe(bytes.length)
    expect((await contentOf(destination, 'b.backup')).equals(bytes)).toBe(true)
    await destination.write('a.backup', inPieces(bytes.subarray(0, 10)), signal)
    const listed = await destination.list(signal)
    expect(listed.map(({ name, bytes: size }) => [name, size])).toEqual([
      ['a.backup', 10],
      ['b.backup', bytes.length],
    ])
    expect(listed.every(({ storedAt }) => storedAt.getTime() > Date.parse('2020-01-01'))).toBe(true)
    await expect(destination.write('a.backup', inPieces(bytes), signal)).rejects.toThrow('already exists')
    for (const name of ['a.backup', 'b.backup', 'never-there.backup']) await destination.remove(name, signal)
    expect(await destination.list(signal)).toEqual([])
    await expect(contentOf(destination, 'a.backup')).rejects.toThrow('does not exist')
  })

  it('keeps nothing of a backup that failed or was stopped', async () => {
    const destination = open()
    await expect(destination.write('a.backup', failing(), signal)).rejects.toThrow('the database went away')
    const stopping = new AbortController()
    const stopped = async function* (): AsyncGenerator<Uint8Array> {
      yield randomBytes(100_000)
      stopping.abort(new Error('stopped'))
      yield randomBytes(100_000)
    }
    await expect(destination.write('a.backup', stopped(), stopping.signal)).rejects.toThrow()
    expect(await destination.list(signal)).toEqual([])
    await expect(contentOf(destination, 'a.backup')).rejects.toThrow('does not exist')
  })
}

describe('a folder', () => {
  const newDestination = (): { path: string; destination: BackupDestination } => {
    const { path, remove } = newFolder()
    onTestFinished(remove)
    return { path, destination: createFolderDestination(path) }
  }
  storesBackups(() => newDestination().destination)

  it('has no remains of what failed, and leaves the files of others alone', async () => {
    const { path, destination } = newDestination()
    writeFileSync(join(path, 'notes.txt'), '')
    mkdirSync(join(path, 'other'))
    await expect(destination.write('a.backup', failing(), signal)).rejects.toThrow()
    writeFileSync(join(path, 'b.backup.partial'), 'of a process that was killed')
    await destination.remove('b.backup', signal)
    expect(readdirSync(path).toSorted()).toEqual(['notes.txt', 'other'])
  })

  it('says what is wrong with it', async () => {
    const { path } = newDestination()
    const write = (folder: string) =>
      createFolderDestination(folder).write('a.backup', inPieces(randomBytes(9)), signal)
    const missing = join(path, 'not-mounted')
    await expect(write(missing)).rejects.toThrow(`The folder ${missing} does not exist. Create it, or mount its disk.`)
    writeFileSync(join(path, 'file'), '')
    await expect(write(join(path, 'file'))).rejects.toThrow('is not a folder')
    if (process.getuid?.() === 0) return
    chmodSync(path, 0o500)
    await expect(write(path)).rejects.toThrow(`This user may not use ${path}.`)
  })

  it.skipIf(!canMount())('says that the disk is full, and leaves nothing on it', async () => {
    const { path, destination } = newDestination()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path])
    onTestFinished(() => void execFileSync('umount', [path]))
    const large = inPieces(randomBytes(3_000_000))
    await expect(destination.write('a.backup', large, signal)).rejects.toThrow(`The disk of ${path} is full.`)
    expect(readdirSync(path)).toEqual([])
  })
})

function canMount(): boolean {
  const folder = newFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder.path], { stdio: 'ignore' })
    execFileSync('umount', [folder.path])
    return true
  } catch {
    return false
  } finally {
    folder.remove()
  }
}

describe.skipIf(!hasSwift && process.env['CI'] !== 'true')('a bucket of OpenStack Swift', () => {
  let swift: Swift
  let tests = 0

  beforeAll(async () => {
    swift = await startSwift()
  })
  afterAll(() => swift?.stop())

  storesBackups(() => inBucket({ ...swift.bucket, prefix: `${++tests}/` }))

  it('has no uploads of a process that was killed after the next attempt removed them', async () => {
    const { bucket } = swift
    const key = `${bucket.endpoint}/${bucket.bucket}/${bucket.prefix}killed.backup`
    expect((await swift.send(`${key}?uploads`, 'POST')).status).toBe(200)
    const uploads = async () => (await swift.send(`${bucket.endpoint}/${bucket.bucket}?uploads`, 'GET')).text()
    expect(await uploads()).toContain('killed.backup')
    await inBucket(bucket).remove('killed.backup', signal)
    expect(await uploads()).not.toContain('killed.backup')
  })

  it('says what to do about wrong credentials, a missing bucket and a wrong region', async () => {
    const list = (change: Partial<S3Bucket>) => inBucket({ ...swift.bucket, ...change }).list(signal)
    await expect(list({ secretAccessKey: 'another' })).rejects.toThrow(
      'The bucket artifacts responded with 403 SignatureDoesNotMatch. Check LAPWING_BACKUP_KEY_ID and',
    )
    await expect(list({ bucket: 'nowhere' })).rejects.toThrow('responded with 404 NoSuchBucket. Create it,')
    await expect(list({ region: 'us-east-1' })).rejects.toThrow('Check LAPWING_BACKUP_REGION.')
    await expect(list({ endpoint: 'http://127.0.0.1:1' })).rejects.toThrow(/^The bucket artifacts at .* cannot be/)
  })

  it('says that the clock is wrong', async () => {
    const late = { ...impatient, now: () => new Date(Date.now() - 86_400_000) }
    const destination = createBucketDestination(swift.bucket, { net: openNet(), clock: late })
    await expect(destination.list(signal)).rejects.toThrow('Set the clock of this machine.')
  })
})

describe('a bucket that', () => {
  type Reply = (response: ServerResponse) => void
  const scripted = async (...replies: Reply[]): Promise<BackupDestination> =>
    inBucket(await strangeS3((response) => replies.shift()!(response)))
  const ok: Reply = (response) => void response.writeHead(200, { etag: '"1"' }).end()
  const missing: Reply = (response) => void response.writeHead(404).end()
  const begun: Reply = (response) => void response.end('<R><UploadId>u&amp;1</UploadId></R>')
  const write = (destination: BackupDestination) => destination.write('a.backup', inPieces(randomBytes(10)), signal)

  it('is busy or hangs up is asked again', async () => {
    const busy: Reply = (response) => say(response, 503, 'SlowDown')
    const gone: Reply = (response) => void response.destroy()
    expect(await write(await scripted(missing, gone, begun, busy, gone, ok, ok))).toBe(10)
  })

  it('goes away in the middle fails the backup', async () => {
    const gone: Reply = (response) => void response.destroy()
    const destination = await scripted(missing, begun, gone, gone, gone, gone)
    await expect(write(destination)).rejects.toThrow(/^The bucket artifacts at http.* cannot be reached: /)
  })

  it('accepts the end of an upload and then fails it does not count as a success', async () => {
    const failed: Reply = (response) => say(response, 200, 'InternalError')
    await expect(write(await scripted(missing, begun, ok, failed, ok))).rejects.toThrow('200 InternalError')
  })

  it('sends another part than the one asked for is not believed', async () => {
    const large: Reply = (response) => void response.writeHead(200, { 'content-length': 10 }).end()
    const whole: Reply = (response) => void response.end('0123456789')
    await expect(contentOf(await scripted(large, whole), 'a.backup')).rejects.toThrow('responded with 200.')
  })
})

it('parts have one size except the last', async () => {
  const sizes = []
  for await (const part of partsOf(inPieces(Buffer.alloc(250_000)), 70_000)) sizes.push(part.length)
  expect(sizes).toEqual([70_000, 70_000, 70_000, 40_000])
})
