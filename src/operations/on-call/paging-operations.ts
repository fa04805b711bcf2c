import type { Operation } from '../registry/define.ts'
import { createContactMethod, deleteContactMethod, listContactMethods } from './contact-methods.ts'
import { listPageability, testContactMethod } from './pageability.ts'
import { listPagingProblems } from './paging-problems.ts'
import { getMyPaging, testMyPaging } from './my-paging.ts'
import { getPushKey } from './push-key.ts'
import { startEscalation } from './start-escalation.ts'
import { switchEmailPaging } from './switch-email-paging.ts'

export const pagingOperations: readonly Operation[] = [
  listContactMethods,
  createContactMethod,
  deleteContactMethod,
  testContactMethod,
  listPageability,
  listPagingProblems,
  getPushKey,
  getMyPaging,
  testMyPaging,
  switchEmailPaging,
  startEscalation,
]
