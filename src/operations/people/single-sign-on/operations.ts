// Operations of single sign-on, which people use instead of a password of Lapwing.
import type { Operation } from '../../registry/define.ts'
import { deleteSingleSignOn, getSingleSignOn, testSingleSignOn, updateSingleSignOn } from './settings.ts'
import { beginSingleSignOn, finishSingleSignOn } from './sign-in.ts'

export const singleSignOnOperations: readonly Operation[] = [
  beginSingleSignOn,
  finishSingleSignOn,
  getSingleSignOn,
  updateSingleSignOn,
  deleteSingleSignOn,
  testSingleSignOn,
]
