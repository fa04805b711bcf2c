// Stores artifacts as files in the data folder, or in the configured bucket.
import { join } from 'node:path'
import { createFiles } from '../artifacts/files.ts'
import type { ArtifactStore } from '../artifacts/index.ts'
import { createS3 } from '../artifacts/s3.ts'
import type { Clock } from '../domain/clock.ts'
import type { ArtifactKeeping } from '../engine/probe/save-artifacts.ts'
import { createNet } from '../net/index.ts'
import { createPolicy } from '../net/policy.ts'
import { BadSetting, type Settings } from '../settings.ts'
import { bucketAt } from './bucket.ts'

const mebibyte = 1024 * 1024

export function artifactsIn({ settings, clock }: { settings: Settings; clock: Clock }): ArtifactKeeping {
  return { bytes: storeIn(settings, clock), maxBytes: settings.artifactsQuota * mebibyte }
}

function storeIn(settings: Settings, clock: Clock): ArtifactStore {
  const { artifactsUrl, artifactsKeyId, artifactsSecret } = settings
  if (artifactsUrl === null && artifactsKeyId === null && artifactsSecret === null)
    return createFiles(join(settings.dataDir, 'artifacts'))
  if (artifactsUrl === null)
    throw new BadSetting('LAPWING_ARTIFACTS_KEY_ID and LAPWING_ARTIFACTS_SECRET need LAPWING_ARTIFACTS_URL.')
  const bucket = bucketAt(artifactsUrl, 'artifacts', settings)
  // The operator chooses the store, which may be on the private network.
  return createS3(bucket, { net: createNet({ policy: createPolicy({ allowPrivate: true }), clock }), clock })
}
