// The end of a form: the submit button, and the way back if the form has a screen of its own.
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../button.tsx'
import type { FormSubmit } from './form-submit.tsx'
import { useFormActionMessages } from './messages.ts'

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
