import type { Operation } from '../registry/define.ts'
import { pageOperations } from './pages.ts'
import { announcementOperations } from './announcements.ts'
import { pageEditorOperations } from './editor.ts'
import { previewStatusPage } from './preview.ts'
import { pageHostOperations } from './hosts.ts'
import { deprecatedPuts } from './deprecated-puts.ts'
import { logoAndPasswordOperations } from './logo-and-password.ts'
import { subscriberOperations } from './subscribers.ts'

export const statusPageOperations: readonly Operation[] = [
  ...pageOperations,
  ...announcementOperations,
  ...pageEditorOperations,
  previewStatusPage,
  ...pageHostOperations,
  ...logoAndPasswordOperations,
  ...deprecatedPuts,
  ...subscriberOperations,
]
