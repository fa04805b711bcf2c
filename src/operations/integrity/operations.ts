import type { Operation } from '../registry/define.ts'
import { acceptIntegrityBaseline } from './accept-baseline.ts'
import { listIntegrityChanges } from './changes.ts'

export const integrityOperations: readonly Operation[] = [acceptIntegrityBaseline, listIntegrityChanges]
