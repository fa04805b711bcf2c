// What may be asked for. Adding an operation is its object and a line here.
import { listActivity } from './activity.ts'
import type { Operation } from './define.ts'
import { listLocations } from './locations.ts'
import { getMe } from './me.ts'
import { getOpenapi, listMonitorTypes } from './meta.ts'
import { getPlan } from './plan.ts'

export const operations: readonly Operation[] = [getMe, getOpenapi, listMonitorTypes, getPlan, listActivity, listLocations]
