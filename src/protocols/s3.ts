// Requests to Amazon S3 or a compatible store, with addresses of the form endpoint/bucket/key.
import type { Clock } from '../domain/clock.ts'
import type { HttpResponseData, Net } from '../net/index.ts'
import { sha256, signed } from './aws-signature.ts'

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

export interface S3Request {
  readonly method: 'PUT' | 'GET' | 'HEAD' | 'POST' | 'DELETE'
  /** Below the prefix; null for the bucket itself. */
  readonly key: string | null
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  readonly maxBytes: number
  readonly signal: AbortSignal
}

export type SendS3Request = (request: S3Request) => Promise<HttpResponseData>

const nothing = Buffer.alloc(0)

/** Throws TargetDown if there is no response. */
export function createS3Client(bucket: S3Bucket, { net, clock }: { net: Net; clock: Clock }): SendS3Request {
  const root = `${bucket.endpoint}/${bucket.bucket}`
  return ({ method, key, query = {}, headers = {}, body = nothing, maxBytes, signal }) => {
    const url = new URL(key === null ? root : `${root}/${bucket.prefix}${key}`)
    url.search = new URLSearchParams(query).toString()
    const about = { 'X-Amz-Content-Sha256': sha256(body), ...headers }
    const all = signed({ method, url, headers: about, body }, { ...bucket, service: 's3' }, clock.now())
    return net.request({
      url,
      method,
      headers: Object.entries(all).map(([name, value]) => ({ key: name, value })),
      body,
      maxRedirects: 0,
      maxBytes,
      onlyHttp1: true,
      verify: true,
      ipVersion: 'any',
      signal,
    })
  }
}

/** The code of an error, such as NoSuchKey. */
export const s3ErrorIn = ({ body }: HttpResponseData): string | undefined =>
  /<Code>(\w{1,100})<\/Code>/.exec(body.toString('latin1', 0, 4096))?.[1]
