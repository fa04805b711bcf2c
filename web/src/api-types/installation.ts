// Written by `npm run sdk` from the operations. A change belongs there.

import type { Backups } from '../../../sdk/src/api.ts'
export interface DashboardInstallationPaths {
  '/dashboard/backups': { post: { answer: Backups } }
}
