// Where tests keep artifacts: a folder of their own, or nowhere.
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createFiles } from '../../../src/artifacts/files.ts'
import type { ArtifactNote } from '../../../src/domain/checking/artifact.ts'
import type { Artifact } from '../../../src/domain/outcome.ts'
import { type ArtifactKeeping, saveArtifacts } from '../../../src/engine/probe/save-artifacts.ts'
import { callerOfKey } from '../../../src/store/accounts/api-keys.ts'
import { fingerprint } from '../../../src/domain/secret.ts'
import { newFolder } from '../files.ts'
import { type TestLapwing, keys } from '../lapwing/lapwing.ts'
import { quiet } from '../log.ts'
import { goodOutcome } from './outcomes.ts'

/** For checks that leave nothing behind. */
export const artifactsNowhere: ArtifactKeeping = { bytes: createFiles('/dev/null/artifacts'), maxBytes: 0 }

export function artifactsInFolder(maxBytes = 1_000_000): ArtifactKeeping & { readonly folder: string } {
  const { path, remove } = newFolder()
  onTestFinished(remove)
  const folder = join(path, 'artifacts')
  return { bytes: createFiles(folder), maxBytes, folder }
}

export function artifact(more: Partial<Artifact> = {}): Artifact {
  return { kind: 'screenshot', name: 'page.png', contentType: 'image/png', bytes: Buffer.from('a picture'), ...more }
}

/** One that a check of the organization has left behind, or a try when no monitor is named. */
export async function keptArtifact(
  { store, clock, dataDir }: TestLapwing,
  { monitorId = null, ...more }: Partial<Artifact> & { monitorId?: string | null } = {},
): Promise<ArtifactNote> {
  const { organization } = (await callerOfKey(store, { hash: fingerprint(keys.write), now: clock.now() }))!
  const artifacts = { bytes: createFiles(join(dataDir, 'artifacts')), maxBytes: 1e9 }
  const { evidence } = await saveArtifacts(
    { store, clock, log: quiet, artifacts },
    { organizationId: organization.id, monitorId },
    { ...goodOutcome, artifacts: [artifact(more)] },
  )
  return (JSON.parse(evidence!) as { artifacts: [ArtifactNote] }).artifacts[0]
}
