// Shown when the session ended while the page was open; the user's input stays.
import { signedOut } from '../api.ts'
import { Callout } from '../parts/card.tsx'
import { useStore } from '../store.ts'
import { useSignedOutMessages } from './messages.ts'

export function SignedOut() {
  const t = useSignedOutMessages()
  if (!useStore(signedOut)) return null
  return (
    <div className="mb-4" role="alert">
      <Callout status="degraded">
        {t.text}{' '}
        <a className="link" href="/sign-in" target="_blank" rel="noreferrer">
          {t.link}
        </a>
      </Callout>
    </div>
  )
}
