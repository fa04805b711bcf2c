import type { Operation } from '../registry/define.ts'
import { sloOperations } from './objectives.ts'
import { getSloBurn } from './burn.ts'

export const objectiveOperations: readonly Operation[] = [...sloOperations, getSloBurn]
