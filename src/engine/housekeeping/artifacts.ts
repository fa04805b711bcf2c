// Deletes expired artifacts and those without an owner: first the bytes, then the rows.
import type { ArtifactStore } from '../../artifacts/index.ts'
import { artifactLimits, dayOf, keyOf } from '../../domain/checking/artifact.ts'
import { withTimeLimit } from '../../domain/limits/time-limit.ts'
import { artifactsToDelete, forgetArtifacts } from '../../store/artifacts/artifacts.ts'
import { queueItems } from '../../store/checking/queue-items.ts'
import { inParts, setItemAside } from '../isolation.ts'
import type { EngineServices } from '../services.ts'

interface ArtifactDeletion extends EngineServices {
  readonly artifacts: ArtifactStore
}

const batch = 100
const maxBatchMs = 60_000
/** Bytes that a crash left without a row are deleted a while after all others of their day. */
const leftoversMs = artifactLimits.keptForMs + 2 * 86_400_000

/** Returns whether there is more. */
export async function deleteArtifacts({ artifacts, ...services }: ArtifactDeletion): Promise<boolean> {
  const { store, clock } = services
  const now = clock.now()
  const gone = await artifactsToDelete(store, { limit: batch, now })
  if (gone.length > 0) {
    const error = new Error('the store of artifacts took too long')
    await withTimeLimit({ clock, ms: maxBatchMs, error }, (signal) => artifacts.delete(gone.map(keyOf), signal))
    await inParts(
      gone.map(({ id }) => id),
      (ids) => forgetArtifacts(store, ids),
      (id, error) => setItemAside(services, { items: queueItems.artifacts, ids: { id }, error }),
    )
  }
  await artifacts.deleteBefore(dayOf(new Date(now.getTime() - leftoversMs)))
  return gone.length === batch
}
