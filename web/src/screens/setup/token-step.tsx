import { type SubmitEvent, useState } from 'react'
import { useMessages } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { setupMessages } from './messages.ts'
import { StepPage } from './step-page.tsx'

export function TokenStep({ token, onToken }: { token: string; onToken: (token: string) => void }) {
  const t = useMessages(setupMessages)
  const [typed, setTyped] = useState(token)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    onToken(tokenIn(typed))
  }
  return (
    <StepPage at={1} title={t.token.title} lead={t.token.lead}>
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
          onChange={(event) => setTyped(event.target.value)}
        />
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
