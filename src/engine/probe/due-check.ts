import type { CheckPlan } from '../../store/checking/check-plans.ts'
import type { DueScan } from '../../store/checking/scans.ts'
import type { Turn } from '../../store/checking/turns.ts'
import type { CheckOrder } from '../workers/messages.ts'

/** A claimed turn, and the order that goes out for it. */
export interface DueCheck {
  readonly turn: Turn
  readonly plan: CheckPlan
  readonly order: CheckOrder
  /** The daily scan that the check carries. */
  readonly scan?: DueScan
}
