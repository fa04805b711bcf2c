// Stores artifacts as files in the data folder, or in the configured bucket.
import { join } from 'node:path'
import { createFiles } from '../artifacts/files.ts'
import type { ArtifactStore } from '../artifacts/index.ts'
import { createS3 } from '../artifacts/s3.ts'
import type { Clock } from '../domain/clock.ts'
import type { ArtifactKeeping } from '../engine/probe/save-artifacts.ts'
import { createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'
import type { S3Bucket } from '../protocols/s3.ts'
import { BadSetting, type Settings } from '../settings.ts'
import { bucketAt } from './bucket.ts'

const mebibyte = 1024 * 1024

export function artifactsIn({ settings, clock }: { settings: Settings; clock: Clock }): ArtifactKeeping {
  return { bytes: storeIn(settings, clock), maxBytes: settings.artifactsQuota * mebibyte }
}

function storeIn(settings: Settings, clock: Clock): ArtifactStore {
  const bucket = bucketIn(settings)
  if (!bucket) return createFiles(join(settings.dataDir, 'artifacts'))
  // The operator chooses the store, which may be on the private network.
  return createS3(bucket, { net: createNet({ policy: createPolicy({ allowPrivate: true }), clock }), clock })
}

function bucketIn(settings: Settings): S3Bucket | null {
  const { artifactsUrl, artifactsKeyId, artifactsSecret, artifactsRegion: region } = settings
  if (artifactsUrl === null && artifactsKeyId === null && artifactsSecret === null) return null
  if (artifactsUrl === null || artifactsKeyId === null || artifactsSecret === null)
    throw new BadSetting(
      'LAPWING_ARTIFACTS_URL, LAPWING_ARTIFACTS_KEY_ID and LAPWING_ARTIFACTS_SECRET: set all of them, or none.',
    )
  const access = { region, accessKeyId: artifactsKeyId, secretAccessKey: artifactsSecret }
  return bucketAt(artifactsUrl, settings.artifactsEndpoint, access)
}
