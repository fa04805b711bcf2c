import type { EscalationPolicyCreate } from '../../api-types.ts'
import { useList } from '../../api.ts'

export type TargetBody = EscalationPolicyCreate['steps'][number]['targets'][number]
export type TargetKind = TargetBody['type']

export interface TargetOption {
  readonly key: string
  readonly name: string
  readonly target: TargetBody
}

export const targetKinds: readonly TargetKind[] = ['schedule', 'user', 'contact_group', 'channel']

export const keyOfTarget = ({ type, id }: { type: TargetKind; id: string | number }): string => `${type} ${id}`

/** Everything that a step can page. */
export function useTargetOptions(): Record<TargetKind, readonly TargetOption[]> {
  const schedules = useList('/on-call-schedules').data ?? []
  const users = useList('/users').data ?? []
  const groups = useList('/contact-groups').data ?? []
  const channels = useList('/notification-channels').data ?? []
  const optionOf = (target: TargetBody, name: string): TargetOption => ({ key: keyOfTarget(target), name, target })
  return {
    schedule: schedules.map(({ id, name }) => optionOf({ type: 'schedule', id }, name)),
    user: users.map(({ id, name, email }) => optionOf({ type: 'user', id }, name || email)),
    contact_group: groups.map(({ id, name }) => optionOf({ type: 'contact_group', id }, name)),
    channel: channels.map(({ id, name }) => optionOf({ type: 'channel', id }, name)),
  }
}
