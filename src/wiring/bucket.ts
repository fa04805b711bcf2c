// A bucket as the settings name it: s3://bucket/prefix, with the access key of its use.
import type { S3Bucket } from '../protocols/s3.ts'
import { BadSetting, type Settings } from '../settings.ts'

export function bucketAt(url: string, use: 'artifacts' | 'backup', settings: Settings): S3Bucket {
  const [region, accessKeyId, secretAccessKey] = [
    settings[`${use}Region`],
    settings[`${use}KeyId`],
    settings[`${use}Secret`],
  ]
  if (accessKeyId === null || secretAccessKey === null) {
    const variable = `LAPWING_${use.toUpperCase()}`
    throw new BadSetting(`${url}: set ${variable}_KEY_ID and ${variable}_SECRET, the access key for this bucket.`)
  }
  const [bucket = '', ...folders] = url.slice('s3://'.length).split('/')
  return {
    endpoint: settings[`${use}Endpoint`] ?? `https://s3.${region}.amazonaws.com`,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region,
    accessKeyId,
    secretAccessKey,
  }
}
