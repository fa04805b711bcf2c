// Pauses, resumes and checks monitors.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import type { Monitor } from '../../domain/monitor.ts'
import { lockMonitors } from '../../store/monitors/monitors.ts'
import type { IntendedChange } from '../guard/plan.ts'
import type { AssistantSession } from '../session.ts'
import { defineWriteTool } from './define.ts'

const monitorId = z.uuid().toLowerCase()
const input = z.strictObject({ monitor_ids: z.array(monitorId).min(1).max(100) })

export const pauseMonitor = defineWriteTool({
  name: 'pause_monitor',
  title: 'Pause monitors',
  description:
    'Stop checking monitors; their open incidents close and nobody is alerted. For planned work use ' +
    'schedule_maintenance. A monitor that is failing now needs the confirmation of a person.',
  hints: { destructive: true, idempotent: true },
  input,
  plan: ({ monitor_ids: ids }, session) => lifecyclePlan('pause', ids, session),
})

export const resumeMonitor = defineWriteTool({
  name: 'resume_monitor',
  title: 'Resume monitors',
  description: 'Check paused monitors again, from now on.',
  hints: { destructive: false, idempotent: true },
  input,
  plan: ({ monitor_ids: ids }, session) => lifecyclePlan('resume', ids, session),
})

const opposite = { pause: 'resume', resume: 'pause' } as const
const labels = { pause: 'Pause', resume: 'Resume' } as const
const closedNote = 'Incidents that the pause closed stay closed; new ones open if the problem persists.'

async function lifecyclePlan(verb: 'pause' | 'resume', ids: readonly string[], session: AssistantSession) {
  const found = await monitorsOf(session, ids)
  const affected = found.filter(({ state }) => (state === 'paused') === (verb === 'resume'))
  const bulk = (action: 'pause' | 'resume') => ({
    operationId: 'bulkMonitors',
    input: { body: { action, ids: affected.map(({ id }) => id) } },
  })
  if (affected.length === 0)
    return {
      summary: `Nothing to ${verb}: ${namesOf(found)} ${found.length === 1 ? 'is' : 'are'} already ${verb}d`,
      changes: [],
      steps: [],
      result: () => ({}),
      undo: () => null,
    }
  return {
    summary: `${labels[verb]} ${namesOf(affected)}`,
    changes: affected.map((monitor) => changeOf(monitor, verb)),
    steps: [bulk(verb)],
    result: () => ({ monitor_ids: affected.map(({ id }) => id) }),
    undo: () => ({
      steps: [bulk(opposite[verb])],
      changes: affected.map((monitor) => changeOf(monitor, opposite[verb])),
      ...(verb === 'pause' && { note: closedNote }),
    }),
  }
}

export const checkNow = defineWriteTool({
  name: 'check_now',
  title: 'Run a check now',
  description: 'Check a monitor at once instead of waiting for its next turn. Read the result with get_checks.',
  hints: { destructive: false, idempotent: false },
  input: z.strictObject({ monitor_id: monitorId }),
  async plan({ monitor_id: id }, session) {
    const [monitor] = await monitorsOf(session, [id])
    return {
      summary: `Check ${monitor!.name} now`,
      changes: [changeOf(monitor!, 'check')],
      steps: [{ operationId: 'checkMonitorNow', input: { params: { id } } }],
      result: ([response]) => response as object,
      undo: () => null,
    }
  },
})

/** Locks monitors of the organization; all of them must exist. */
export async function monitorsOf({ services, caller }: AssistantSession, ids: readonly string[]): Promise<Monitor[]> {
  const found = await lockMonitors(services.store, caller.organization.id, ids)
  const unknown = ids.filter((id) => !found.some((monitor) => monitor.id === id))
  if (unknown.length > 0)
    throw new Fault('not_found', `No monitor has the id ${unknown.join(', ')}; find_monitors returns the ids`)
  return found
}

export const changeOf = (
  { id, name }: Pick<Monitor, 'id' | 'name'>,
  effect: IntendedChange['effect'],
): IntendedChange => ({
  object_type: 'monitor',
  object_id: id,
  object_name: name,
  effect,
})

const maxNamed = 3

/** The first names, and how many there are besides. */
function namesOf(named: readonly { readonly name: string }[]): string {
  const names = named.slice(0, maxNamed).map(({ name }) => name)
  const others = named.length - names.length
  return others > 0 ? `${names.join(', ')} and ${others} more` : names.join(', ')
}
