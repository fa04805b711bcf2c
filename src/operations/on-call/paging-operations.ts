import type { Operation } from '../registry/define.ts'
import { createContactMethod, deleteContactMethod, listContactMethods } from './contact-methods.ts'
import { listPageability, testContactMethod } from './pageability.ts'
import { listPagingProblems } from './paging-problems.ts'
import { getPushKey } from './push-key.ts'

export const pagingOperations: readonly Operation[] = [
  listContactMethods,
  createContactMethod,
  deleteContactMethod,
  testContactMethod,
  listPageability,
  listPagingProblems,
  getPushKey,
]
