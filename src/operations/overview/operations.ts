import type { Operation } from '../registry/define.ts'
import { getOverview } from './overview.ts'
import { getNow } from './now.ts'
import { getUpcoming } from './upcoming.ts'
import { searchEverything } from './search.ts'
import { getStatusGrid, listStatusGridMonitors } from './status-grid.ts'

export const overviewOperations: readonly Operation[] = [
  getOverview,
  getNow,
  getUpcoming,
  searchEverything,
  getStatusGrid,
  listStatusGridMonitors,
]
