// Saves the artifacts of checks and notes them in the evidence. If that fails, the check is reported anyway.
import type { ArtifactStore } from '../../artifacts/index.ts'
import { type ArtifactNote, artifactLimits, fileName, keyOf, servedType } from '../../domain/checking/artifact.ts'
import { newId } from '../../domain/id.ts'
import type { Artifact, ReportedOutcome } from '../../domain/outcome.ts'
import { withTimeLimit } from '../../domain/limits/time-limit.ts'
import {
  type ArtifactOwner,
  type StoredArtifact,
  addArtifacts,
  disownArtifacts,
} from '../../store/artifacts/artifacts.ts'
import type { EngineServices } from '../services.ts'

export interface ArtifactKeeping {
  readonly bytes: ArtifactStore
  /** Limit of one organization. */
  readonly maxBytes: number
}

export interface KeepingParts extends EngineServices {
  readonly artifacts: ArtifactKeeping
}

// A lease lasts fifteen seconds longer than its check.
const maxPutMs = 8000

export async function saveArtifacts(
  parts: KeepingParts,
  owner: ArtifactOwner,
  { artifacts, ...outcome }: ReportedOutcome,
): Promise<ReportedOutcome> {
  if (!artifacts || artifacts.length === 0) return outcome
  const notes = await keepAll(parts, owner, artifacts)
  const evidence = outcome.evidence === null ? {} : (JSON.parse(outcome.evidence) as object)
  return { ...outcome, evidence: JSON.stringify({ ...evidence, artifacts: notes }) }
}

interface Made {
  readonly row: StoredArtifact
  readonly bytes: Buffer
}

/** Why artifacts were not saved, by id. */
type ArtifactErrors = Map<string, Error>

async function keepAll(
  parts: KeepingParts,
  owner: ArtifactOwner,
  artifacts: readonly Artifact[],
): Promise<ArtifactNote[]> {
  const now = parts.clock.now()
  const made = artifacts.map((artifact) => ({ row: rowOf(artifact, now), bytes: artifact.bytes }))
  const wanted = withinLimits(made)
  const refused = await store(parts, owner, wanted)
  return made.map((one) =>
    noteOf(
      one.row,
      wanted.includes(one) ? refused.get(one.row.id)?.message : 'the check left more behind than is kept of one',
    ),
  )
}

function withinLimits(made: readonly Made[]): Made[] {
  let room = artifactLimits.maxBytes
  return made.slice(0, artifactLimits.most).filter(({ bytes }) => {
    if (bytes.length > room) return false
    room -= bytes.length
    return true
  })
}

/** Writes the rows first: bytes without a row would never be deleted. */
async function store(parts: KeepingParts, owner: ArtifactOwner, made: readonly Made[]): Promise<ArtifactErrors> {
  const { log, artifacts } = parts
  const rows = made.map(({ row }) => row)
  try {
    await addArtifacts(parts.store, owner, { artifacts: rows, maxBytes: artifacts.maxBytes })
  } catch (error) {
    log.warn('rows of artifacts could not be written', { error: String(error) })
    return new Map(rows.map(({ id }) => [id, new Error('the database did not take it')]))
  }
  const refused = await putAll(parts, made)
  if (refused.size > 0) {
    const [{ message, cause }] = [...refused.values()] as [Error]
    log.warn('artifacts of a check could not be saved', { reason: message, cause: String(cause), count: refused.size })
    await disownArtifacts(parts.store, [...refused.keys()]).catch((error: unknown) =>
      log.warn('rows of artifacts without bytes stay until they expire', { error: String(error) }),
    )
  }
  return refused
}

async function putAll({ clock, artifacts }: KeepingParts, made: readonly Made[]): Promise<ArtifactErrors> {
  const limit = { clock, ms: maxPutMs, error: new Error('its store took too long') }
  const attempts = await withTimeLimit(limit, (signal) =>
    Promise.all(
      made.map(({ row, bytes }) =>
        artifacts.bytes.put(keyOf(row), { bytes, contentType: row.contentType }, signal).then(
          () => [],
          (error: Error) => [[row.id, error] as const],
        ),
      ),
    ),
  )
  return new Map(attempts.flat())
}

function rowOf({ kind, name, contentType, bytes }: Artifact, now: Date): StoredArtifact {
  return {
    id: newId(now),
    kind,
    name: fileName(name),
    contentType: servedType(kind, contentType),
    bytes: bytes.length,
    createdAt: now,
    expiresAt: new Date(now.getTime() + artifactLimits.keptForMs),
  }
}

function noteOf({ id, kind, name, contentType, bytes, expiresAt }: StoredArtifact, refused?: string): ArtifactNote {
  const about = { kind, name, content_type: contentType, bytes }
  if (refused !== undefined) return { id: null, ...about, url: null, expires_at: null, not_kept: refused }
  return { id, ...about, url: `/v1/artifacts/${id}`, expires_at: expiresAt.toISOString() }
}
