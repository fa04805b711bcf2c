// The end of a form that has a screen of its own: the submit button and the way back.
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../button.tsx'
import type { FormSubmit } from './form-submit.tsx'
import { useFormActionMessages } from './messages.ts'

interface SaveActionsProps {
  readonly saving: FormSubmit
  /** The label of the submit button. */
  readonly action: ReactNode
  readonly disabled?: boolean
  readonly cancelTo: LinkProps['to']
}

export function SaveActions({ saving, action, disabled, cancelTo }: SaveActionsProps) {
  const t = useFormActionMessages()
  return (
    <div className="actions">
      <Button weight="primary" type="submit" busy={saving.busy} disabled={disabled}>
        {action}
      </Button>
      <ButtonLink weight="ghost" to={cancelTo}>
        {t.cancel}
      </ButtonLink>
    </div>
  )
}
