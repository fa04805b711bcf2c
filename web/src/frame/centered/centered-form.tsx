import type { ReactNode, RefObject, SubmitEvent } from 'react'
import { Button } from '../../parts/button.tsx'
import { FormError } from '../../parts/form/form-error.tsx'

interface CenteredFormProps {
  readonly onSubmit: () => void
  /** The label of the button. */
  readonly action: string
  readonly busy?: boolean
  readonly error?: unknown
  /** Messages for error codes that this form expects. */
  readonly known?: Readonly<Record<string, string>>
  readonly form?: RefObject<HTMLFormElement | null>
  readonly children: ReactNode
}

/** The form of a screen without the frame: its fields, why the last attempt failed, and one wide button. */
export function CenteredForm({ onSubmit, action, busy, error, known, form, children }: CenteredFormProps) {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form ref={form} onSubmit={submit}>
      {children}
      <FormError error={error} known={known} />
      <Button type="submit" weight="primary" wide busy={busy} label={action} />
    </form>
  )
}
