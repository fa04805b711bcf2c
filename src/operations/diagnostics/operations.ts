import type { Operation } from '../registry/define.ts'
import { listDiagnosticTypes } from './list-types.ts'
import { diagnosticRunOperations } from './diagnostics.ts'

export const diagnosticOperations: readonly Operation[] = [listDiagnosticTypes, ...diagnosticRunOperations]
