// Backups as objects of a bucket, sent and fetched in parts: memory holds one part, and a failed part is sent again.
import type { Clock } from '../domain/clock.ts'
import { withTimeLimit } from '../domain/limits/time-limit.ts'
import { TargetDown } from '../domain/outcome.ts'
import type { HttpResponseData, Net } from '../net/index.ts'
import { type S3Bucket, type S3Request, createS3Client, s3ErrorIn } from '../protocols/s3.ts'
import { BadBackup } from './bad-backup.ts'
import { type BackupDestination, DestinationFailed, type StoredBackup, backupName, byName } from './destination.ts'
import { partsOf } from './parts.ts'

const mebibyte = 1024 * 1024
const partBytes = 16 * mebibyte
// S3 accepts no more.
const maxParts = 10_000
const maxRequestMs = 300_000
const maxAbortMs = 10_000
const pausesMs = [1000, 5000]
const maxListBytes = 8 * mebibyte

type BackupRequest = Omit<S3Request, 'maxBytes'> & { readonly maxBytes?: number; readonly isOnce?: boolean }

export function createBucketDestination(bucket: S3Bucket, services: { net: Net; clock: Clock }): BackupDestination {
  const send = createSender(bucket, services)
  const sizeOf = async (name: string, signal: AbortSignal): Promise<number | null> => {
    const response = await send({ method: 'HEAD', key: name, signal })
    if (response.status === 404) return null
    if (response.status !== 200) throw refusal(bucket, response)
    return Number(response.headers['content-length'])
  }
  return {
    async write(name, content, signal) {
      if ((await sizeOf(name, signal)) !== null) throw new BadBackup('already exists; choose another name')
      return upload({ bucket, send, name, signal, clock: services.clock }, content)
    },
    async *read(name, signal) {
      const size = await sizeOf(name, signal)
      if (size === null) throw new BadBackup('does not exist')
      for (let at = 0; at < size; at += partBytes) {
        const headers = { Range: `bytes=${at}-${Math.min(at + partBytes, size) - 1}` }
        const response = await send({ method: 'GET', key: name, headers, maxBytes: partBytes, signal })
        if (response.status !== 206) throw refusal(bucket, response)
        yield response.body
      }
    },
    list: (signal) => list({ bucket, send, signal }),
    async remove(name, signal) {
      await abandonUploads({ bucket, send, name, signal })
      const response = await send({ method: 'DELETE', key: name, signal })
      if (response.status !== 204 && response.status !== 200 && response.status !== 404) throw refusal(bucket, response)
    },
  }
}

type SendBackupRequest = (request: BackupRequest) => Promise<HttpResponseData>

/** Repeats requests that got no response, or one that says that the store is busy. */
function createSender(bucket: S3Bucket, { net, clock }: { net: Net; clock: Clock }): SendBackupRequest {
  const send = createS3Client(bucket, { net, clock })
  const isPassing = ({ status }: HttpResponseData): boolean => status >= 500 || status === 429
  return async ({ isOnce = false, maxBytes = mebibyte, signal, ...request }) => {
    for (let tries = 0; ; tries++) {
      const pauseMs = isOnce ? undefined : pausesMs[tries]
      try {
        const response = await withTimeLimit({ clock, ms: maxRequestMs, signal }, (limited) =>
          send({ ...request, maxBytes, signal: limited }),
        )
        if (pauseMs === undefined || !isPassing(response)) return response
      } catch (error) {
        if (signal.aborted) throw signal.reason
        if (pauseMs === undefined) throw unreachable(bucket, error)
      }
      await clock.sleep(pauseMs, signal)
    }
  }
}

interface BucketAccess {
  readonly bucket: S3Bucket
  readonly send: SendBackupRequest
  readonly signal: AbortSignal
}

interface NamedAccess extends BucketAccess {
  readonly name: string
}

interface UploadAccess extends NamedAccess {
  readonly clock: Clock
}

/** The object appears when the upload is completed. */
async function upload(access: UploadAccess, content: AsyncIterable<Uint8Array>): Promise<number> {
  const { bucket, send, name: key, signal, clock } = access
  const begun = await send({ method: 'POST', key, query: { uploads: '' }, signal })
  const uploadId = elementsIn(begun, 'UploadId')[0]
  if (begun.status !== 200 || uploadId === undefined) throw refusal(bucket, begun)
  try {
    const tags: string[] = []
    let bytes = 0
    for await (const body of partsOf(content, partBytes)) {
      if (tags.length === maxParts) throw new DestinationFailed('The backup is larger than 156 GiB: use a folder.')
      const query = { partNumber: String(tags.length + 1), uploadId }
      const response = await send({ method: 'PUT', key, query, body, signal })
      if (response.status !== 200 || !response.headers.etag) throw refusal(bucket, response)
      tags.push(response.headers.etag)
      bytes += body.length
    }
    await complete(access, uploadId, tags)
    return bytes
  } catch (error) {
    // Also when Lapwing stops, which must not wait long for it.
    await withTimeLimit({ clock, ms: maxAbortMs }, (limited) =>
      send({ method: 'DELETE', key, query: { uploadId }, isOnce: true, signal: limited }),
    ).catch(() => undefined)
    throw error
  }
}

async function complete({ bucket, send, name: key, signal }: NamedAccess, uploadId: string, tags: string[]) {
  const parts = tags.map((tag, n) => `<Part><PartNumber>${n + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  const response = await send({ method: 'POST', key, query: { uploadId }, body, isOnce: true, signal })
  // The status is sent before the store knows whether it succeeds.
  if (response.status !== 200 || s3ErrorIn(response) !== undefined) throw refusal(bucket, response)
}

/** Uploads that were begun and neither completed nor aborted cost storage, although nobody sees them. */
async function abandonUploads({ bucket, send, name, signal }: NamedAccess): Promise<void> {
  const prefix = `${bucket.prefix}${name}`
  const response = await send({ method: 'GET', key: null, query: { uploads: '', prefix }, signal })
  if (response.status !== 200) throw refusal(bucket, response)
  for (const uploadId of elementsIn(response, 'UploadId'))
    await send({ method: 'DELETE', key: name, query: { uploadId }, signal })
}

async function list({ bucket, send, signal }: BucketAccess): Promise<StoredBackup[]> {
  const found: StoredBackup[] = []
  for (let token: string | undefined; ;) {
    const query = { 'list-type': '2', prefix: bucket.prefix, ...(token && { 'continuation-token': token }) }
    const response = await send({ method: 'GET', key: null, query, maxBytes: maxListBytes, signal })
    if (response.status !== 200) throw refusal(bucket, response)
    const keys = elementsIn(response, 'Key').map((key) => key.slice(bucket.prefix.length))
    const sizes = elementsIn(response, 'Size')
    const times = elementsIn(response, 'LastModified')
    keys.forEach((name, n) => {
      if (backupName.test(name)) found.push({ name, bytes: Number(sizes[n]), storedAt: new Date(times[n]!) })
    })
    token = elementsIn(response, 'NextContinuationToken')[0]
    if (token === undefined) return found.sort(byName)
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function elementsIn({ body }: HttpResponseData, name: string): string[] {
  const found = body.toString().matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))
  return [...found].map(([, text = '']) => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, entity) => entities[entity]!))
}

function unreachable({ bucket, endpoint }: S3Bucket, error: unknown): unknown {
  if (!(error instanceof TargetDown)) return error
  return new DestinationFailed(`The bucket ${bucket} at ${endpoint} cannot be reached: ${error.message}.`, {
    cause: error,
  })
}

const checkKey = 'Check LAPWING_BACKUP_KEY_ID and LAPWING_BACKUP_SECRET.'
const remedies: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: checkKey,
  SignatureDoesNotMatch: checkKey,
  AccessDenied: 'The access key must be allowed to list, read, write and delete there.',
  RequestTimeTooSkewed: 'Set the clock of this machine.',
  NoSuchBucket: 'Create it, or correct LAPWING_BACKUP_TO.',
  AuthorizationHeaderMalformed: 'Check LAPWING_BACKUP_REGION.',
}

function refusal({ bucket }: S3Bucket, response: HttpResponseData): DestinationFailed {
  // A response to HEAD has no body.
  const code = s3ErrorIn(response) ?? (response.status === 403 ? 'AccessDenied' : undefined)
  const remedy = code === undefined ? undefined : remedies[code]
  const said = [response.status, ...(code ? [code] : [])].join(' ')
  return new DestinationFailed(`The bucket ${bucket} responded with ${said}.${remedy ? ` ${remedy}` : ''}`, {
    cause: new Error(response.body.toString('utf8', 0, 500)),
  })
}
