// Webhooks that report deployments. A document names the secret, because nobody would see a generated one.
import { z } from 'zod'
import { webhookContext } from '../../../domain/deployment/signature.ts'
import { Fault } from '../../../domain/fault.ts'
import { mask } from '../../../domain/stored-config.ts'
import { openReadable } from '../../../domain/vault.ts'
import { listDeploymentWebhooks, lockDeploymentWebhook } from '../../../store/monitors/deployment-webhooks.ts'
import {
  createDeploymentWebhook,
  deleteDeploymentWebhook,
  updateDeploymentWebhook,
} from '../../deployments/webhooks.ts'
import { type KindOfSingles, pick, plain } from './kind.ts'
import { markOf, unreadable } from './secrets.ts'

const created = createDeploymentWebhook.body as z.ZodObject
/** The mask of an export keeps what is stored. */
const secret = z
  .string()
  .max(200)
  .refine((text) => text === mask || /^\S{16,}$/.test(text), 'must have at least 16 characters, and no spaces')
  .optional()
  .meta({ description: 'What the sender signs or sends; required at first' })

export const webhookKind: KindOfSingles = {
  section: 'deploymentWebhooks',
  entityType: 'deployment_webhook',
  body: created.extend({ secret }),
  fixed: ['source'],
  named: { secret: ['env', 'variable'] },
  unordered: ['monitorIds', 'tags', 'environments'],
  async read({ db, caller, services }) {
    const rows = await listDeploymentWebhooks(db, caller.organization.id, { after: undefined, limit: 1_000_000 })
    return rows.toReversed().map((row) => {
      const { id, name, source, workflow, environments, tags, monitor_ids: monitorIds, secrets } = row
      const fields = { name, source, workflow, environments, tags, monitorIds }
      const secret = openReadable(services.vault, secrets, webhookContext(id))
      return {
        id,
        name,
        body: plain({ ...fields, secret: secret === null ? unreadable : markOf(secret) }),
        shown: () => plain({ ...fields, secret: mask }),
        row,
      }
    })
  },
  lock: ({ db, caller }, id) => lockDeploymentWebhook(db, caller.organization.id, String(id)),
  compared({ secret, ...body }, before) {
    const isKept = secret === undefined || secret === mask
    if (isKept && !before)
      throw new Fault('invalid_request', 'secret: required, because a generated one would never be shown')
    return { ...body, secret: isKept ? before!.body.secret : markOf(secret) }
  },
  create: async (run, body) => (await run(createDeploymentWebhook, { body }))!.id,
  async update(run, { before, after, changed }) {
    await run(updateDeploymentWebhook, { id: before.id, body: pick(after, changed) })
  },
  remove: async (run, id) => void (await run(deleteDeploymentWebhook, { id })),
}
