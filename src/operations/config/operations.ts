import type { Operation } from '../registry/define.ts'
import { applyConfigPlan, createConfigPlan, getConfigPlan } from './plans.ts'
import { getConfig, getConfigSchema } from './read-config.ts'
import { createConfigTry, getConfigTry } from './tries.ts'

export const configOperations: readonly Operation[] = [
  getConfig,
  getConfigSchema,
  createConfigPlan,
  getConfigPlan,
  applyConfigPlan,
  createConfigTry,
  getConfigTry,
]
