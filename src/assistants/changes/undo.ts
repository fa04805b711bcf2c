// Takes back a change of the same credential, if nobody has changed its objects since.
import { z } from 'zod'
import { undoContext, undoableMs } from '../../domain/limits/assistant-change.ts'
import { Fault } from '../../domain/fault.ts'
import { openReadable } from '../../domain/vault.ts'
import { type ObjectEvent, eventsOfObjects } from '../../store/accounts/activity.ts'
import { type ChangeRow, lockUndoable, markUndone, settledChanges } from '../../store/assistants/changes.ts'
import { clockSlackMs } from '../guard/guard.ts'
import { type UndoPlan, holderOf } from '../guard/plan.ts'
import type { AssistantSession } from '../session.ts'
import { defineWriteTool } from './define.ts'

export const undo = defineWriteTool({
  name: 'undo',
  title: 'Undo a change',
  description:
    'Take back the last change that this credential made within the last hour, or the one with `change_id`. Refused if ' +
    'somebody has changed the same object since.',
  hints: { destructive: true, idempotent: false },
  input: z.strictObject({
    change_id: z.uuid().optional().describe('From an earlier result; the last change by default'),
  }),
  async plan({ change_id: id }, session) {
    const { store, clock } = session.services
    const since = new Date(clock.now().getTime() - undoableMs)
    const change = await lockUndoable(store, { ...holderOf(session), since, id })
    if (!change) throw new Fault('not_found', nothingToUndo(id))
    if (change.undoneBy !== null) throw new Fault('conflict', `“${change.summary}” was already undone`)
    const undo = undoOf(session, change)
    await refuseIfChangedSince(session, change, undo)
    return {
      summary: `Undo “${change.summary}”`,
      changes: undo.changes,
      steps: undo.steps,
      result: () => ({ undone: change.summary, ...(undo.note && { note: undo.note }) }),
      undo: () => 'An undo cannot be undone; make the change again instead.',
      afterwards: (tx, by) => markUndone(tx, { id: change.id, by }),
    }
  },
})

const nothingToUndo = (id: string | undefined): string =>
  id === undefined
    ? 'There is nothing to undo: this credential changed nothing within the last hour'
    : 'change_id: this credential made no such change within the last hour'

function undoOf({ services }: AssistantSession, { id, summary, undo, irreversible }: ChangeRow): UndoPlan {
  if (undo === null) throw new Fault('conflict', `“${summary}” cannot be undone. ${irreversible}`)
  const opened = openReadable(services.vault, undo, undoContext(id))
  if (opened === null)
    throw new Fault('conflict', `“${summary}” cannot be undone: its record was encrypted with a key that is lost`)
  return JSON.parse(opened) as UndoPlan
}

async function refuseIfChangedSince(session: AssistantSession, change: ChangeRow, undo: UndoPlan): Promise<void> {
  const { store } = session.services
  const holder = holderOf(session)
  const since = new Date(change.createdAt.getTime() - clockSlackMs)
  const events = await eventsOfObjects(store, holder.organizationId, { objects: undo.changes, since })
  const later = events.filter(({ id }) => !change.knownEvents.includes(id))
  const ids = later.flatMap(({ changeId }) => changeId ?? [])
  const settled = await settledChanges(store, { ...holder, ids })
  const found = later.find(({ changeId }) => changeId === null || !settled.includes(changeId))
  if (found) throw new Fault('conflict', changedSince(change, undo, found))
}

function changedSince({ summary }: ChangeRow, undo: UndoPlan, { objectId, actor, action, at }: ObjectEvent): string {
  const name = undo.changes.find(({ object_id: id }) => id === objectId)?.object_name ?? 'it'
  return (
    `“${summary}” cannot be undone: ${actor ?? 'Lapwing'} has changed ${name} since (${action} at ` +
    `${at.toISOString()}), and undoing would overwrite that. Ask a person to decide in the dashboard`
  )
}
