import type { Operation } from '../registry/define.ts'
import { scheduleOperations } from './schedules.ts'
import { listOnCallShifts, getOnCall } from './shifts.ts'
import { overrideOperations } from './overrides.ts'
import { escalationPolicyOperations } from './policies.ts'
import { pagingOperations } from './paging-operations.ts'
import { getOnCallCalendar, previewOnCall } from './calendar-view.ts'
import { getEscalationReach } from './policy-reach.ts'
import { getMyCalendar, renewMyCalendar } from './my-calendar.ts'

export const onCallOperations: readonly Operation[] = [
  ...scheduleOperations,
  listOnCallShifts,
  getOnCall,
  ...overrideOperations,
  ...escalationPolicyOperations,
  ...pagingOperations,
  getOnCallCalendar,
  previewOnCall,
  getEscalationReach,
  getMyCalendar,
  renewMyCalendar,
]
