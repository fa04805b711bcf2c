// Written by `npm run sdk` from the operations. A change belongs there.

import type { MonitorTypeName } from './monitors.ts'
export interface MetricsPaths {
  '/metrics': {
    get: {
      query?: {
        tag?: readonly string[]
        type?: readonly MonitorTypeName[]
        monitor_id?: readonly string[]
        include_hosts?: 'true' | 'false'
      }
      answer: never
    }
  }
}
