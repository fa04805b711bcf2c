// A form in a dialog: general problems above its fields, Cancel and the submit button below.
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import type { FormSubmit } from './form-submit.tsx'
import { formActionMessages } from './messages.ts'

interface DialogFormProps {
  readonly title: ReactNode
  readonly saving: FormSubmit
  /** The label of the submit button. */
  readonly action: ReactNode
  readonly disabled?: boolean
  readonly wide?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

export function DialogForm({ title, saving, action, disabled, wide, onClose, children }: DialogFormProps) {
  const t = useMessages(formActionMessages)
  return (
    <Dialog title={title} onClose={onClose} wide={wide}>
      <form className="stack" onSubmit={saving.submit} noValidate>
        {saving.summary}
        {children}
        <div className="actions justify-end">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button weight="primary" type="submit" busy={saving.busy} disabled={disabled}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
