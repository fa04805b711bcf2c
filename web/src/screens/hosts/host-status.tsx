// How a host is: whether its agent reports, and if it does, the status of its monitor.
import type { HostRow } from '../../api-types.ts'
import { Pill, StatusWord } from '../../parts/status-mark.tsx'
import type { Status } from '../../parts/states.ts'
import { useHostListMessages } from './messages.ts'

export type HostCondition = Pick<HostRow, 'state' | 'status'>

const silent: Readonly<Partial<Record<HostRow['state'], Status>>> = {
  offline: 'down',
  stale: 'degraded',
  never_reported: 'unknown',
}

export const isFailing = ({ state, status }: HostCondition): boolean =>
  status !== 'paused' &&
  status !== 'maintenance' &&
  (state === 'offline' || state === 'stale' || status === 'down' || status === 'degraded')

export const isWaiting = ({ state, status }: HostCondition): boolean =>
  state === 'never_reported' && status !== 'paused' && status !== 'maintenance'

export function HostStatus({ host: { state, status }, pill = false }: { host: HostCondition; pill?: boolean }) {
  const t = useHostListMessages()
  const Shape = pill ? Pill : StatusWord
  if (status === 'paused' || status === 'maintenance') return <Shape status={status} />
  const mark = silent[state]
  return mark ? <Shape status={mark}>{t.states[state]}</Shape> : <Shape status={status} />
}
