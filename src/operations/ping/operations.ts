import type { Operation } from '../registry/define.ts'
import { listCheckInTimes } from './check-in-times.ts'
import { getPingKey } from './ping-key.ts'

export const pingOperations: readonly Operation[] = [listCheckInTimes, getPingKey]
