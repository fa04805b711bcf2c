import type { Operation } from '../registry/define.ts'
import { listLocations } from './locations.ts'
import { privateLocationOperations } from './private-locations.ts'

export const locationOperations: readonly Operation[] = [listLocations, ...privateLocationOperations]
