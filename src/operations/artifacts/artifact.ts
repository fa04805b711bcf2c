import { z } from 'zod'
import { ArtifactStoreFailed } from '../../artifacts/index.ts'
import { artifactTypes, isPicture, keyOf } from '../../domain/checking/artifact.ts'
import { Fault } from '../../domain/fault.ts'
import { withTimeLimit } from '../../domain/limits/time-limit.ts'
import { type StoredArtifact, findArtifact } from '../../store/artifacts/artifacts.ts'
import { RawContent, type OperationContext, defineOperation } from '../registry/define.ts'

const maxMs = 30_000

/** A report that a customer's script wrote must never run as a page of ours. */
const policy = "sandbox; default-src 'none'; frame-ancestors 'none'"

export const getArtifact = defineOperation({
  id: 'getArtifact',
  method: 'GET',
  path: '/artifacts/{id}',
  tag: 'Artifacts',
  summary: 'Download a screenshot, trace or report of a check',
  description:
    'The evidence of a check lists its artifacts. They are kept for 30 days; the oldest are deleted earlier if an ' +
    'organization exceeds its quota. Pictures are sent inline, everything else as an attachment.',
  alone: true,
  params: z.object({ id: z.uuid() }),
  responses: {
    200: {
      description: 'Its bytes',
      types: artifactTypes,
      headers: { 'Content-Disposition': '`inline` for pictures, otherwise `attachment`, with the file name' },
    },
  },
  async handle({ params: { id } }, { db, caller, now, services }) {
    const found = await findArtifact(db, caller.organization.id, { id, now })
    const content = found && (await bytesOf(found, services))
    if (!content) throw new Fault('not_found', 'Artifact not found; artifacts are kept for at most 30 days')
    const { contentType, bytes, name } = found
    return {
      status: 200,
      body: new RawContent(charsetOf(contentType), content),
      headers: {
        'content-length': String(bytes),
        'content-disposition': `${isPicture(contentType) ? 'inline' : 'attachment'}; filename="${name}"`,
        'content-security-policy': policy,
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, max-age=300',
      },
    }
  },
})

const charsetOf = (type: string): string => (type.startsWith('text/') ? `${type}; charset=utf-8` : type)

async function bytesOf(found: StoredArtifact, { artifacts, clock }: OperationContext['services']) {
  const limit = { clock, ms: maxMs, error: new Error('the artifact store took too long') }
  try {
    return await withTimeLimit(limit, (signal) => artifacts.get(keyOf(found), found.bytes, signal))
  } catch (error) {
    if (!(error instanceof ArtifactStoreFailed)) throw error
    throw new Fault('internal_error', `The artifact could not be read: ${error.message}. It is safe to try again`)
  }
}
