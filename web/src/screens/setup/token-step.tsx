import { type SubmitEvent, useState } from 'react'
import { useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { setupWords } from './messages.ts'
import { StepPage } from './step-page.tsx'

export function TokenStep({ token, onToken }: { token: string; onToken: (token: string) => void }) {
  const say = useMessages(setupWords)
  const [typed, setTyped] = useState(token)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    onToken(tokenIn(typed))
  }
  return (
    <StepPage at={1} title={say.token.title} lead={say.token.lead}>
      <form onSubmit={submit}>
        <TextField
          label={say.token.field}
          hint={say.token.hint}
          mono
          required
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" weight="primary" wide>
          {say.goOn}
        </Button>
      </form>
    </StepPage>
  )
}

/** People paste the whole link, too. */
function tokenIn(text: string): string {
  return /[?#&]token=([^&\s]+)/.exec(text)?.[1] ?? text.trim()
}
