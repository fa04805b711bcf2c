// A bucket as the settings name it: s3://bucket/prefix.
import type { S3Bucket } from '../protocols/s3.ts'

type BucketCredentials = Pick<S3Bucket, 'region' | 'accessKeyId' | 'secretAccessKey'>

export function bucketAt(url: string, endpoint: string | null, credentials: BucketCredentials): S3Bucket {
  const [bucket = '', ...folders] = url.slice('s3://'.length).split('/')
  return {
    endpoint: endpoint ?? `https://s3.${credentials.region}.amazonaws.com`,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    ...credentials,
  }
}
