// A real store that speaks S3 and verifies signatures, with an empty bucket.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import type { S3Bucket } from '../../../src/protocols/s3.ts'
import { startDaemon } from './daemon.ts'
import { freePort } from '../servers/free-port.ts'
import { newFolder } from '../files.ts'

export const hasSwift = existsSync('/usr/lib/python3/dist-packages/swift/common/middleware/s3api')

export interface Swift {
  readonly bucket: S3Bucket
  /** As another client asks for it, below the bucket. */
  ask(path: string): Promise<Response>
  /** Any signed request of another client. */
  send(url: string, method: string): Promise<Response>
  stop(): Promise<void>
}

const keys = { accessKeyId: 'lapwing:probe', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const region = 'eu-central-1'
const bucketIsThere = 409

export async function startSwift(): Promise<Swift> {
  // Swift notes in extended attributes what an object is; a /tmp in memory may have none.
  const folder = newFolder('/var/tmp')
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  const other = new AwsClient({ ...keys, region, service: 's3', retries: 0 })
  const hasBucket = async (): Promise<boolean> => {
    const made = await other.fetch(`${endpoint}/artifacts`, { method: 'PUT' })
    return made.ok || made.status === bucketIsThere
  }
  const options = [folder.path, String(port), region, keys.accessKeyId, keys.secretAccessKey]
  const daemon = await startDaemon(
    ['/usr/bin/python3', '-I', join(import.meta.dirname, 'swift.py'), ...options],
    () => hasBucket().catch(() => false),
    { env: { TZ: 'UTC' } },
  )
  return {
    bucket: { ...keys, endpoint, region, bucket: 'artifacts', prefix: 'lapwing/' },
    ask: (path) => other.fetch(`${endpoint}/artifacts/${path}`),
    send: (url, method) => other.fetch(url, { method }),
    stop: () => daemon.stop().finally(folder.remove),
  }
}
