// A form in a dialog: general problems above its fields, Cancel and the submit button below.
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../button.tsx'
import { useFormActionMessages } from './messages.ts'
import type { LinkProps } from '@tanstack/react-router'
import type { FormSubmit } from './use-form.tsx'
import { Dialog } from '../overlay/dialog.tsx'

interface DialogFormProps {
  readonly title: ReactNode
  readonly saving: FormSubmit
  /** The label of the submit button. */
  readonly action: ReactNode
  /** The label of the button that closes it without saving. */
  readonly cancel?: ReactNode
  readonly disabled?: boolean
  readonly wide?: boolean
  /** Cannot be closed while it is saved, because the response is shown only once. */
  readonly held?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

export function DialogForm({
  title,
  saving,
  action,
  cancel,
  disabled,
  wide,
  held,
  onClose,
  children,
}: DialogFormProps) {
  const t = useFormActionMessages()
  const isHeld = held && saving.busy
  return (
    <Dialog title={title} onClose={onClose} wide={wide} held={isHeld}>
      <form className="stack" onSubmit={saving.submit} noValidate>
        {saving.summary}
        {children}
        <div className="actions justify-end">
          <Button busy={isHeld} label={cancel || t.cancel} onClick={onClose} />
          <Button weight="primary" type="submit" busy={saving.busy} disabled={disabled} label={action} />
        </div>
      </form>
    </Dialog>
  )
}

interface ResultDialogProps {
  readonly title: ReactNode
  /** The label of the button that closes it. */
  readonly action: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** What was created, such as a secret that is shown once. */
export function ResultDialog({ title, action, onClose, children }: ResultDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <div className="actions justify-end">
        <Button weight="primary" label={action} onClick={onClose} />
      </div>
    </Dialog>
  )
}

interface SaveActionsProps {
  readonly saving: Pick<FormSubmit, 'busy'>
  /** The label of the submit button. */
  readonly action: ReactNode
  readonly disabled?: boolean
  readonly cancelTo?: LinkProps['to']
}

export function SaveActions({ saving, action, disabled, cancelTo }: SaveActionsProps) {
  const t = useFormActionMessages()
  return (
    <div className="actions">
      <Button weight="primary" type="submit" busy={saving.busy} disabled={disabled} label={action} />
      {cancelTo && <ButtonLink weight="ghost" label={t.cancel} to={cancelTo} />}
    </div>
  )
}
