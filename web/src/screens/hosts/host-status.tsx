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

type Load = Pick<HostRow, 'cpu_pct' | 'mem_used_pct' | 'fullest_disk' | 'load_per_core'>

const fullPct = 95
const maxLoadPerCore = 2

/** What a host that reports has too little of, although no rule fires; null if there is enough of everything. */
export function pressureOn({ cpu_pct: cpu, mem_used_pct: memory, fullest_disk: disk, load_per_core: load }: Load) {
  if ((cpu ?? 0) >= fullPct) return { on: 'cpu', percent: cpu! } as const
  if ((memory ?? 0) >= fullPct) return { on: 'memory', percent: memory! } as const
  if ((disk?.used_pct ?? 0) >= fullPct) return { on: 'disk', percent: disk!.used_pct } as const
  return (load ?? 0) >= maxLoadPerCore ? ({ on: 'load', percent: load! * 100 } as const) : null
}

export const isWaiting = ({ state, status }: HostCondition): boolean =>
  state === 'never_reported' && status !== 'paused' && status !== 'maintenance'

export function HostStatus({ host: { state, status }, pill = false }: { host: HostCondition; pill?: boolean }) {
  const t = useHostListMessages()
  const Shape = pill ? Pill : StatusWord
  if (status === 'paused' || status === 'maintenance') return <Shape status={status} />
  const mark = silent[state]
  return mark ? <Shape status={mark}>{t.states[state]}</Shape> : <Shape status={status} />
}
