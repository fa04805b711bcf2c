// For who was signed out while they looked at something or wrote it: nothing of it is thrown away.
import { signedOut } from '../api.ts'
import { defineMessages, useMessages } from '../messages.ts'
import { Callout } from '../parts/card.tsx'
import { StatusMark } from '../parts/status-mark.tsx'
import { useStore } from '../store.ts'

const words = defineMessages({
  en: {
    text: 'You have been signed out. What you entered here is still there.',
    link: 'Sign in in another tab, then continue here',
  },
  de: {
    text: 'Du wurdest abgemeldet. Deine Eingaben auf dieser Seite bleiben erhalten.',
    link: 'In einem anderen Tab anmelden und hier weitermachen',
  },
})

export function SignedOut() {
  const say = useMessages(words)
  if (!useStore(signedOut)) return null
  return (
    <div className="mb-4" role="alert">
      <Callout tone="degraded" mark={<StatusMark status="degraded" />}>
        {say.text}{' '}
        <a className="link" href="/sign-in" target="_blank" rel="noreferrer">
          {say.link}
        </a>
      </Callout>
    </div>
  )
}
