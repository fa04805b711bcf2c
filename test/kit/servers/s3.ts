// A small store that speaks S3 and holds signatures against another implementation of them, and one that answers
// anything.
import { createHash } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { AwsV4Signer } from 'aws4fetch'
import { onTestFinished } from 'vitest'
import type { S3Bucket } from '../../../src/protocols/s3.ts'

const bucket = {
  bucket: 'artifacts',
  prefix: 'lapwing/',
  region: 'eu-central-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
}

export interface SmallS3 extends S3Bucket {
  /** By path. */
  readonly objects: Map<string, { bytes: Buffer; contentType: string }>
}

export async function smallS3(): Promise<SmallS3> {
  const objects: SmallS3['objects'] = new Map()
  const endpoint = await serve(async (request, response) => {
    const body = await buffer(request)
    const problem = await problemWith(request, body)
    if (problem) return say(response, 403, problem)
    const path = request.url!
    if (!path.startsWith('/artifacts/')) return say(response, 404, 'NoSuchBucket')
    if (request.method === 'PUT') {
      objects.set(path, { bytes: body, contentType: request.headers['content-type'] ?? '' })
      return void response.writeHead(200, { etag: '"1"' }).end()
    }
    const found = objects.get(path)
    if (request.method === 'DELETE') return void (objects.delete(path), response.writeHead(204).end())
    if (!found) return say(response, 404, 'NoSuchKey')
    response.writeHead(200, { 'content-type': found.contentType }).end(found.bytes)
  })
  return { ...bucket, endpoint, objects }
}

/** Responds as configured. */
export async function strangeS3(answer: (response: ServerResponse) => void): Promise<S3Bucket> {
  return { ...bucket, endpoint: await serve((request, response) => void (request.resume(), answer(response))) }
}

async function serve(listener: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void (server.closeAllConnections(), server.close()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export function say(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
}

/** Signs the request once more, as another program does it. */
async function problemWith({ method, url, headers }: IncomingMessage, body: Buffer): Promise<string | null> {
  const { authorization = '' } = headers
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
  if (headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex'))
    return 'XAmzContentSHA256Mismatch'
  const signer = new AwsV4Signer({
    ...bucket,
    service: 's3',
    method,
    url: `http://${headers.host}${url}`,
    headers: Object.fromEntries(names.filter((name) => name !== 'host').map((name) => [name, String(headers[name])])),
    datetime: String(headers['x-amz-date']),
    allHeaders: true,
  })
  return (await signer.authHeader()) === authorization ? null : 'SignatureDoesNotMatch'
}
