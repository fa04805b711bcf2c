import type { FormSubmit } from '../../parts/form/form-submit.tsx'
import type { WindowDraft } from './draft.ts'

export interface DraftProps {
  readonly draft: WindowDraft
  readonly set: (change: Partial<WindowDraft>) => void
  readonly errors: FormSubmit['errors']
}
