// Confirmations: requested by a tool call, decided by a person in the dashboard, and used once by the same call.
import { createHash } from 'node:crypto'
import { actorOf } from '../../domain/caller.ts'
import { canonicalJson } from '../../domain/incident-bundle/canonical-json.ts'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import { addActivity } from '../../store/accounts/activity.ts'
import { lockCredential } from '../../store/assistants/changes.ts'
import {
  type ConfirmationChange,
  type LockedConfirmation,
  addConfirmation,
  lockConfirmation,
  pendingConfirmations,
  useConfirmation,
} from '../../store/assistants/confirmations.ts'
import type { Database } from '../../store/database/database.ts'
import type { AssistantSession } from '../session.ts'
import { type ChangePlan, type FailingChange, holderOf } from './plan.ts'

const confirmableMs = 15 * 60_000
const maxPending = 10

interface ConfirmedCall {
  readonly tool: string
  readonly fingerprint: Buffer
  readonly reason: string | null
  readonly session: AssistantSession
  readonly failing: readonly FailingChange[]
}

/** Identifies a call by its tool and arguments. */
export function fingerprintOf(tool: string, input: object): Buffer {
  return createHash('sha256')
    .update(`${tool}\n${canonicalJson(input)}`)
    .digest()
}

/**
 * Uses a confirmation up. Returns false if it does not cover what is failing now, so that a person must confirm again.
 */
export async function applyConfirmation(
  tx: Database,
  id: string,
  { session, fingerprint, failing }: ConfirmedCall,
): Promise<boolean> {
  const { organizationId, credentialId } = holderOf(session)
  const key = { organizationId, id, now: session.services.clock.now() }
  const found = await lockConfirmation(tx, key)
  // Another credential learns nothing about it.
  if (!found || found.credentialId !== credentialId)
    throw new Fault('not_found', 'confirmation: this credential has no such confirmation')
  if (!found.fingerprint.equals(fingerprint))
    throw new Fault('conflict', 'confirmation: it is for another call; repeat the call with exactly the same arguments')
  if (found.status !== 'confirmed') throw unusable(found, confirmationUrl(session, id))
  if (!covers(found.changes, failing)) return false
  await useConfirmation(tx, key)
  return true
}

function unusable({ status, decided_by: by }: LockedConfirmation, url: string): Fault {
  if (status === 'pending')
    return new Fault('conflict', `confirmation: nobody has decided yet. Ask a person to open ${url}, then try again`)
  if (status === 'refused')
    return new Fault('forbidden', `confirmation: ${by?.name ?? 'a person'} refused this change. Do not ask again`)
  const why = status === 'used' ? 'it was already used' : 'it has expired'
  return new Fault('conflict', `confirmation: ${why}. Call the tool again without it to ask for a new one`)
}

/** Whether people knew that each of these is failing when they were asked. */
const covers = (confirmed: readonly ConfirmationChange[], failing: readonly FailingChange[]): boolean =>
  failing.every(({ object_id: id, effect }) =>
    confirmed.some((each) => each.state !== null && each.object_id === id && each.effect === effect),
  )

interface ConfirmationRequest {
  readonly id: string
  readonly url: string
  readonly expiresAt: Date
}

/** A repeated request returns the one that is still pending. */
export async function requestConfirmation({
  plan,
  failing,
  ...call
}: ConfirmedCall & { plan: ChangePlan }): Promise<ConfirmationRequest> {
  const { session } = call
  const { store, clock } = session.services
  return store.transaction(async (tx) => {
    const now = clock.now()
    const holder = holderOf(session)
    await lockCredential(tx, holder)
    const pending = await pendingConfirmations(tx, { ...holder, now })
    const same = pending.find(
      ({ fingerprint, changes }) => fingerprint.equals(call.fingerprint) && covers(changes, failing),
    )
    if (same) return { id: same.id, url: confirmationUrl(session, same.id), expiresAt: same.expires_at }
    if (pending.length >= maxPending)
      throw new Fault(
        'forbidden',
        `${maxPending} requests of this credential already wait for a person's decision; ask for those first`,
      )
    const id = newId(now)
    const expiresAt = new Date(now.getTime() + confirmableMs)
    await addConfirmation(tx, { ...draftOf({ ...call, plan, failing }), id, expiresAt }, now)
    await noteRequest(tx, call, { id, name: plan.summary })
    return { id, url: confirmationUrl(session, id), expiresAt }
  })
}

function draftOf({ session, tool, fingerprint, reason, plan, failing }: ConfirmedCall & { plan: ChangePlan }) {
  const { credential, user } = session.caller
  const stateOf = (id: string | null): string | null => failing.find((each) => each.object_id === id)?.state ?? null
  return {
    ...holderOf(session),
    tool,
    fingerprint,
    summary: plan.summary,
    reason,
    changes: plan.changes.map(({ object_type, object_id, object_name, effect }) => ({
      object_type,
      object_id,
      object_name,
      effect,
      state: stateOf(object_id),
    })),
    requestedBy: { credential: credential.name, client: credential.clientId, user: user?.name ?? null },
  }
}

async function noteRequest(
  tx: Database,
  { session: { caller, via, visit, services }, tool }: Omit<ConfirmedCall, 'failing'>,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await addActivity(tx, {
    organizationId: caller.organization.id,
    actor: { name: actorOf(caller), email: caller.user?.email ?? null },
    events: [
      {
        entityType: 'confirmation',
        entityId: id,
        entityName: name,
        action: 'confirmation.requested',
        changes: { via, tool, ip: visit.ip },
      },
    ],
    now: services.clock.now(),
  })
}

const confirmationUrl = ({ services }: AssistantSession, id: string): string =>
  `${services.origin()}/confirmations/${id}`
