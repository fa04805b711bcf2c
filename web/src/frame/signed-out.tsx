// For who was signed out while they looked at something or wrote it: nothing of it is thrown away.
import { signedOut } from '../api.ts'
import { useMessages } from '../messages.ts'
import { Callout } from '../parts/card.tsx'
import { StatusMark } from '../parts/status-mark.tsx'
import { useStore } from '../store.ts'
import { signedOutMessages } from './messages.ts'

export function SignedOut() {
  const say = useMessages(signedOutMessages)
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
