// Artifacts in a bucket of Amazon S3 or a compatible store, with addresses of the form endpoint/bucket/key.
import { Readable } from 'node:stream'
import { artifactLimits } from '../domain/checking/artifact.ts'
import type { Clock } from '../domain/clock.ts'
import { TargetDown } from '../domain/outcome.ts'
import type { HttpResponseData, Net } from '../net/index.ts'
import { sha256, signed } from '../protocols/aws-signature.ts'
import { type ArtifactStore, ArtifactStoreFailed } from './index.ts'

export interface S3Bucket {
  /** The address of the store, without a path. */
  readonly endpoint: string
  readonly bucket: string
  /** The prefix of all keys; empty, or with a trailing slash. */
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

interface S3Request {
  readonly method: 'PUT' | 'GET' | 'DELETE'
  readonly key: string
  readonly body?: Buffer
  readonly contentType?: string
  readonly signal: AbortSignal
}

const deletedAtOnce = 10
const nothing = Buffer.alloc(0)

export function createS3(bucket: S3Bucket, { net, clock }: { net: Net; clock: Clock }): ArtifactStore {
  const ask = (question: S3Request): Promise<HttpResponseData> => exchange(bucket, question, { net, clock })
  const deleteOne = async (key: string, signal: AbortSignal): Promise<void> => {
    const answer = await ask({ method: 'DELETE', key, signal })
    if (answer.status !== 204 && answer.status !== 200 && !isMissing(answer)) throw refused(answer)
  }
  return {
    async put(key, { bytes: body, contentType }, signal) {
      const answer = await ask({ method: 'PUT', key, body, contentType, signal })
      if (answer.status !== 200) throw refused(answer)
      if (answer.headers.etag === undefined) throw noStore()
    },
    async get(key, bytes, signal) {
      const answer = await ask({ method: 'GET', key, signal })
      if (isMissing(answer)) return null
      if (answer.status !== 200) throw refused(answer)
      return answer.bodyBytes === bytes && !answer.isCut ? Readable.from([answer.body]) : null
    },
    async delete(keys, signal) {
      for (let n = 0; n < keys.length; n += deletedAtOnce)
        await Promise.all(keys.slice(n, n + deletedAtOnce).map((key) => deleteOne(key, signal)))
    },
    // Rows are written before and deleted after their bytes, so a bucket has no bytes without a row.
    deleteBefore: async () => undefined,
  }
}

async function exchange(
  bucket: S3Bucket,
  { method, key, body = nothing, contentType, signal }: S3Request,
  { net, clock }: { net: Net; clock: Clock },
): Promise<HttpResponseData> {
  const url = new URL(`${bucket.endpoint}/${bucket.bucket}/${bucket.prefix}${key}`)
  const about = { 'X-Amz-Content-Sha256': sha256(body), ...(contentType && { 'Content-Type': contentType }) }
  const headers = signed({ method, url, headers: about, body }, { ...bucket, service: 's3' }, clock.now())
  try {
    return await net.request({
      url,
      method,
      headers: Object.entries(headers).map(([name, value]) => ({ key: name, value })),
      body,
      maxRedirects: 0,
      maxBytes: artifactLimits.maxBytes,
      onlyHttp1: true,
      verify: true,
      ipVersion: 'any',
      signal,
    })
  } catch (cause) {
    if (signal.aborted) throw new ArtifactStoreFailed('its store took too long', { cause })
    if (!(cause instanceof TargetDown)) throw cause
    throw new ArtifactStoreFailed(`its store cannot be reached (${cause.reason})`, { cause })
  }
}

const codeIn = ({ body }: HttpResponseData): string | undefined =>
  /<Code>(\w{1,100})<\/Code>/.exec(body.toString('latin1', 0, 4096))?.[1]

/** A missing bucket is a different error. */
const isMissing = (answer: HttpResponseData): boolean => answer.status === 404 && codeIn(answer) !== 'NoSuchBucket'

function refused(answer: HttpResponseData): ArtifactStoreFailed {
  const code = codeIn(answer)
  const cause = new Error(answer.body.toString('utf8', 0, 500))
  return new ArtifactStoreFailed(`its store answered ${answer.status}${code ? ` ${code}` : ''}`, { cause })
}

const noStore = (): ArtifactStoreFailed =>
  new ArtifactStoreFailed('its store answered without an ETag, so it is none that speaks S3')
