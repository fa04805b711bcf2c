// Every monitor type there is. Adding one is its file, its test and a line here.
import type { CheckType } from './define.ts'
import { tcp } from './tcp.ts'

export const checks: readonly CheckType[] = [tcp]

export function findCheck(type: string): CheckType | undefined {
  return checks.find((check) => check.type === type || check.aliases.includes(type))
}
