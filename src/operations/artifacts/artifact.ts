import { z } from 'zod'
import { ArtifactStoreFailed } from '../../artifacts/index.ts'
import { artifactTypes, isPicture, keyOf } from '../../domain/checking/artifact.ts'
import { Fault } from '../../domain/fault.ts'
import { withTimeLimit } from '../../domain/time/time-limit.ts'
import { type StoredArtifact, findArtifact } from '../../store/artifacts/artifacts.ts'
import { RawContent, type OperationContext, defineOperation } from '../registry/define.ts'

const maxMs = 30_000

/** A report that a script of a customer has written must never act as a page of ours. */
const policy = "sandbox; default-src 'none'; frame-ancestors 'none'"

export const getArtifact = defineOperation({
  id: 'getArtifact',
  method: 'GET',
  path: '/artifacts/{id}',
  access: 'read',
  tag: 'Artifacts',
  summary: 'What a check has left behind: a screenshot, a trace, a report',
  description:
    'The evidence of a check names its artifacts. They are kept for 30 days, and the oldest go earlier when an organization has too ' +
    'many bytes of them. Pictures come to be looked at, everything else as a file: a report is opened from where it was saved.',
  alone: true,
  params: z.object({ id: z.uuid() }),
  responses: {
    200: {
      description: 'Its bytes',
      types: artifactTypes,
      headers: { 'Content-Disposition': '`inline` for pictures, otherwise `attachment`, and the name of the file' },
    },
  },
  async handle({ params: { id } }, { db, caller, now, services }) {
    const found = await findArtifact(db, caller.organization.id, { id, now })
    const content = found && (await bytesOf(found, services))
    if (!content) throw new Fault('not_found', 'There is no such artifact; each is kept for 30 days at most')
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
  const limit = { clock, ms: maxMs, error: new Error('its store took too long') }
  try {
    return await withTimeLimit(limit, (signal) => artifacts.get(keyOf(found), found.bytes, signal))
  } catch (error) {
    if (!(error instanceof ArtifactStoreFailed)) throw error
    throw new Fault('internal_error', `It cannot be read now: ${error.message}. It is safe to try again`)
  }
}
