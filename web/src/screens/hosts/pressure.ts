import type { HostRow } from '../../api-types.ts'

type Load = Pick<HostRow, 'cpu_pct' | 'mem_used_pct' | 'fullest_disk' | 'load_per_core'>

const fullPct = 95
const maxLoadPerCore = 2

/** What a host that reports has too little of, although no rule fires; null if there is enough of everything. */
export function pressureOn({ cpu_pct: cpu, mem_used_pct: memory, fullest_disk: disk, load_per_core: load }: Load) {
  if ((cpu ?? 0) >= fullPct) return 'cpu'
  if ((memory ?? 0) >= fullPct) return 'memory'
  if ((disk?.used_pct ?? 0) >= fullPct) return 'disk'
  return (load ?? 0) >= maxLoadPerCore ? 'load' : null
}
