// Artifacts in a bucket of Amazon S3 or a compatible store, with addresses of the form endpoint/bucket/key.
import { Readable } from 'node:stream'
import { artifactLimits } from '../domain/checking/artifact.ts'
import type { Clock } from '../domain/clock.ts'
import { TargetDown } from '../domain/outcome.ts'
import type { HttpResponseData, Net } from '../net/index.ts'
import { type S3Bucket, type S3Request, type SendS3Request, createS3Client, s3ErrorIn } from '../protocols/s3.ts'
import { type ArtifactStore, ArtifactStoreFailed } from './index.ts'

interface ArtifactRequest extends Pick<S3Request, 'body' | 'signal'> {
  readonly method: 'PUT' | 'GET' | 'DELETE'
  readonly key: string
  readonly contentType?: string
}

const deletedAtOnce = 10

export function createS3(bucket: S3Bucket, { net, clock }: { net: Net; clock: Clock }): ArtifactStore {
  const send = createS3Client(bucket, { net, clock })
  const ask = (question: ArtifactRequest): Promise<HttpResponseData> => exchange(send, question)
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

async function exchange(send: SendS3Request, { contentType, ...request }: ArtifactRequest): Promise<HttpResponseData> {
  const { signal } = request
  try {
    const headers = { ...(contentType && { 'Content-Type': contentType }) }
    return await send({ ...request, headers, maxBytes: artifactLimits.maxBytes })
  } catch (cause) {
    if (signal.aborted) throw new ArtifactStoreFailed('its store took too long', { cause })
    if (!(cause instanceof TargetDown)) throw cause
    throw new ArtifactStoreFailed(`its store cannot be reached (${cause.reason})`, { cause })
  }
}

/** A missing bucket is a different error. */
const isMissing = (answer: HttpResponseData): boolean => answer.status === 404 && s3ErrorIn(answer) !== 'NoSuchBucket'

function refused(answer: HttpResponseData): ArtifactStoreFailed {
  const code = s3ErrorIn(answer)
  const cause = new Error(answer.body.toString('utf8', 0, 500))
  return new ArtifactStoreFailed(`its store answered ${answer.status}${code ? ` ${code}` : ''}`, { cause })
}

const noStore = (): ArtifactStoreFailed =>
  new ArtifactStoreFailed('its store answered without an ETag, so it is none that speaks S3')
