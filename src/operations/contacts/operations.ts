import type { Operation } from '../registry/define.ts'
import { contactBookOperations } from './contacts.ts'
import { contactGroupOperations } from './groups.ts'

export const contactOperations: readonly Operation[] = [...contactBookOperations, ...contactGroupOperations]
