import { writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { artifactsInFolder } from '../../test/kit/resources/artifacts.ts'
import { openNet } from '../../test/kit/checks/run-check.ts'
import { type Swift, hasSwift, startSwift } from '../../test/kit/debian/swift.ts'
import { say, smallS3, strangeS3 } from '../../test/kit/servers/s3.ts'
import { systemClock as clock } from '../domain/clock.ts'
import type { ArtifactStore } from './index.ts'
import type { S3Bucket } from '../protocols/s3.ts'
import { createS3 } from './s3.ts'

const never = new AbortController().signal
const s3 = (bucket: S3Bucket): ArtifactStore => createS3(bucket, { net: openNet(), clock })
const png = { bytes: Buffer.from([0x89, 0x50, 0, 0xff]), contentType: 'image/png' }
const key = '2026-03-01/019ca945-0a00-761f-aa50-97943d9b8b24'

function keepsArtifacts(open: () => Promise<ArtifactStore>): void {
  it('returns stored bytes until they are deleted', async () => {
    const store = await open()
    expect(await store.get(key, 4, never)).toBeNull()
    await store.put(key, png, never)
    expect(await buffer((await store.get(key, 4, never)) as Readable)).toEqual(png.bytes)
    await store.delete([key, `${key}-was-never-there`], never)
    expect(await store.get(key, 4, never)).toBeNull()
  })

  it('stores large and empty ones completely', async () => {
    const store = await open()
    const large = Buffer.alloc(5_000_000, 'lapwing ')
    for (const bytes of [large, Buffer.alloc(0)]) {
      await store.put(key, { bytes, contentType: 'application/zip' }, never)
      const found = await buffer((await store.get(key, bytes.length, never)) as Readable)
      expect(found.equals(bytes)).toBe(true)
    }
  })

  it('returns nothing if the size differs', async () => {
    const store = await open()
    await store.put(key, png, never)
    expect(await store.get(key, 5, never)).toBeNull()
  })
}

function refusesStrangers(open: () => Promise<S3Bucket>): void {
  it('reports a rejected key and a missing bucket', async () => {
    const bucket = await open()
    const store = s3({ ...bucket, secretAccessKey: 'another' })
    const refused = 'its store answered 403 SignatureDoesNotMatch'
    await expect(store.put(key, png, never)).rejects.toThrow(refused)
    await expect(store.get(key, 4, never)).rejects.toThrow(refused)
    await expect(store.delete([key], never)).rejects.toThrow(refused)
    const elsewhere = s3({ ...bucket, bucket: 'nowhere' })
    await expect(elsewhere.put(key, png, never)).rejects.toThrow('its store answered 404 NoSuchBucket')
    await expect(elsewhere.get(key, 4, never)).rejects.toThrow('its store answered 404 NoSuchBucket')
  })
}

describe('files', () => {
  keepsArtifacts(async () => artifactsInFolder().bytes)
})

describe('a store that checks signatures', () => {
  keepsArtifacts(async () => s3(await smallS3()))
  refusesStrangers(smallS3)
})

describe.skipIf(!hasSwift && process.env['CI'] !== 'true')('OpenStack Swift', () => {
  let swift: Swift
  let tests = 0

  beforeAll(async () => {
    swift = await startSwift()
  })
  afterAll(() => swift?.stop())

  keepsArtifacts(async () => s3({ ...swift.bucket, prefix: `${++tests}/` }))
  refusesStrangers(async () => swift.bucket)

  it('stores the content type, below any allowed prefix', async () => {
    const prefix = '-_.Q/.../0.-_/'
    await s3({ ...swift.bucket, prefix }).put(key, png, never)
    const found = await swift.ask(`${prefix}${key}`)
    expect(found.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await found.arrayBuffer())).toEqual(png.bytes)
  })

  it('reports a wrong region', async () => {
    const store = s3({ ...swift.bucket, region: 'us-east-1' })
    await expect(store.put(key, png, never)).rejects.toThrow('its store answered 400 AuthorizationHeaderMalformed')
  })
})

it('files: stores no partial file, and reports disk errors', async () => {
  const { bytes: store, folder } = artifactsInFolder()
  await store.put(key, png, never)
  await expect(store.put(key, png, AbortSignal.abort())).rejects.toThrow('took too long')
  expect(await buffer((await store.get(key, 4, never)) as Readable)).toEqual(png.bytes)
  writeFileSync(join(folder, '2026-03-02'), 'no folder')
  await expect(store.put(`2026-03-02/x`, png, never)).rejects.toThrow('it cannot be written: EEXIST')
})

it('S3: stores the content type, below the prefix', async () => {
  const bucket = await smallS3()
  await s3(bucket).put(key, png, never)
  expect([...bucket.objects]).toEqual([[`/artifacts/lapwing/${key}`, png]])
})

describe('S3: a store that is', () => {
  it('unreachable is reported without its address', async () => {
    const store = s3({ ...(await smallS3()), endpoint: 'http://127.0.0.1:1' })
    await expect(store.put(key, png, never)).rejects.toThrow(/^its store cannot be reached \(connect\)$/)
  })

  it('silent is given up after the time limit', async () => {
    const late = new AbortController()
    const store = s3(await strangeS3(() => late.abort()))
    await expect(store.put(key, png, late.signal)).rejects.toThrow('its store took too long')
  })

  it('not an S3 server counts as having stored nothing', async () => {
    const store = s3(await strangeS3((response) => response.end('<html>Welcome!</html>')))
    await expect(store.put(key, png, never)).rejects.toThrow('without an ETag')
    expect(await store.get(key, 4, never)).toBeNull()
  })

  it('redirecting is not followed', async () => {
    const store = s3(await strangeS3((response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()))
    await expect(store.get(key, 4, never)).rejects.toThrow('its store answered 307')
  })

  it('endless is aborted', async () => {
    const pour = (response: ServerResponse): void => {
      const more = Buffer.alloc(1_000_000)
      response.writeHead(200)
      Readable.from(
        (function* () {
          for (;;) yield more
        })(),
      ).pipe(response)
    }
    expect(await s3(await strangeS3(pour)).get(key, 4, never)).toBeNull()
  })

  it('verbose is quoted in one word', async () => {
    const store = s3(await strangeS3((response) => say(response, 503, 'SlowDown')))
    await expect(store.delete([key], never)).rejects.toThrow(/^its store answered 503 SlowDown$/)
  })
})
