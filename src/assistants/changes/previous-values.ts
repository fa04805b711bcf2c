import { inRequest } from '../../domain/fields/monitor-fields.ts'
import type { Monitor } from '../../domain/monitor.ts'
import { openConfig } from '../../operations/monitors/config.ts'
import { checkOf } from '../../operations/monitors/validate.ts'
import type { AssistantSession } from '../session.ts'

/** The update that takes another update of a monitor back. It contains secrets, so it is stored encrypted. */
export async function previousValues(
  session: AssistantSession,
  before: Monitor,
  update: { readonly config?: unknown },
): Promise<Record<string, unknown>> {
  const values = { ...inRequest(before), config: previousConfig(session, before, update.config) }
  // The address of a heartbeat is not its target; sending it back would be refused.
  const isProbed = before.deadlineSeconds !== null
  const changed = Object.keys(update).filter((key) => key !== 'target' || isProbed)
  // A target that moves back needs its secrets again.
  const keys = changed.includes('target') ? [...new Set([...changed, 'config'])] : changed
  return Object.fromEntries(keys.map((key) => [key, (values as Record<string, unknown>)[key]]))
}

function previousConfig({ services }: AssistantSession, before: Monitor, sent: unknown = {}): object {
  const { stored } = openConfig(services.vault, checkOf(before.type), before)
  const previous = { ...stored.config, ...stored.secrets }
  const changed = Object.keys(sent as object).map((key) => [key, previous[key] ?? null])
  return { ...Object.fromEntries(changed), ...stored.secrets }
}
