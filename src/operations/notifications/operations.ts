import type { Operation } from '../registry/define.ts'
import { testChannel, testMonitorNotification } from './tests.ts'
import { notificationLogOperations } from './log.ts'
import { getReach } from './reach.ts'

export const notificationOperations: readonly Operation[] = [
  testChannel,
  testMonitorNotification,
  ...notificationLogOperations,
  getReach,
]
