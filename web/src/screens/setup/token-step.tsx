import { type SubmitEvent, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { FormError } from '../../parts/form/form-error.tsx'
import { useSetupMessages } from './messages.ts'
import { type Step, StepPage } from './step-page.tsx'

interface TokenStepProps {
  readonly steps: readonly Step[]
  readonly token: string
  /** Why the last token was refused. */
  readonly error: unknown
  readonly onToken: (token: string) => void
}

export function TokenStep({ steps, token, error, onToken }: TokenStepProps) {
  const t = useSetupMessages()
  const [typed, setTyped] = useState(token)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    onToken(tokenIn(typed))
  }
  return (
    <StepPage at="token" steps={steps} title={t.token.title} lead={t.token.lead}>
      <form onSubmit={submit}>
        <TextField
          label={t.token.field}
          hint={t.token.hint}
          mono
          required
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={setTyped}
        />
        <FormError error={error} known={{ forbidden: t.token.wrong }} />
        <Button type="submit" weight="primary" wide>
          {t.goOn}
        </Button>
      </form>
    </StepPage>
  )
}

/** Also accepts the whole link. */
function tokenIn(text: string): string {
  return /[?#&]token=([^&\s]+)/.exec(text)?.[1] ?? text.trim()
}
