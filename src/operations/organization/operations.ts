import type { Operation } from '../registry/define.ts'
import { getMe } from './me.ts'
import { listUsers } from './users.ts'
import { getOrganization, updateOrganization } from './organization.ts'
import { listNotices, readNotices } from './notices.ts'
import { getPlan } from './plan.ts'
import { getSummary } from './summary.ts'
import { listActivity } from './activity.ts'

export const organizationOperations: readonly Operation[] = [
  getMe,
  listUsers,
  getOrganization,
  updateOrganization,
  listNotices,
  readNotices,
  getPlan,
  getSummary,
  listActivity,
]
