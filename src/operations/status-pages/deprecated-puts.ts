// Replacing parts of a page was a PUT, which the API does not allow for browsers of other sites.
import type { Operation } from '../registry/define.ts'
import { updateStatusPageComponents, updateStatusPageDraft } from './editor.ts'
import { setStatusPagePassword, uploadStatusPageLogo } from './logo-and-password.ts'

const since = new Date('2026-11-19T00:00:00Z')
const sunset = new Date('2027-03-01T00:00:00Z')

const asPut = (operation: Operation, id: string): Operation => ({
  ...operation,
  id,
  method: 'PUT',
  deprecated: { since, sunset, instead: `${operation.method} ${operation.path}` },
})

export const deprecatedPuts = [
  asPut(updateStatusPageComponents, 'putStatusPageComponents'),
  asPut(updateStatusPageDraft, 'putStatusPageDraft'),
  asPut(uploadStatusPageLogo, 'putStatusPageLogo'),
  asPut(setStatusPagePassword, 'putStatusPagePassword'),
]
