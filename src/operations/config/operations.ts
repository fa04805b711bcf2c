import type { Operation } from '../registry/define.ts'
import { applyConfigPlan, createConfigPlan, getConfigPlan } from './plans.ts'
import { getConfig, getConfigSchema } from './document/read-config.ts'

export const configOperations: readonly Operation[] = [
  getConfig,
  getConfigSchema,
  createConfigPlan,
  getConfigPlan,
  applyConfigPlan,
]
