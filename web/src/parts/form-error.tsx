// What went wrong with what was sent, where the button is; too many tries are counted down.
import { useState } from 'react'
import { ApiError } from '../api.ts'
import { formatDuration } from '../format/duration.ts'
import { useNow } from '../format/now.ts'
import { useLook } from '../look.ts'
import { defineMessages, useMessages } from '../messages.ts'
import { Callout } from './card.tsx'
import { StatusMark } from './status-mark.tsx'

const words = defineMessages({
  en: {
    unreachable: 'Lapwing cannot be reached. Is it running, and is this machine on the network?',
    tooMany: (wait: string) => `Too many tries. Again in ${wait}.`,
    again: 'You can try again now.',
  },
  de: {
    unreachable: 'Lapwing ist nicht erreichbar. Läuft es, und ist dieses Gerät im Netz?',
    tooMany: (wait) => `Zu viele Versuche. Wieder in ${wait}.`,
    again: 'Du kannst es jetzt wieder versuchen.',
  },
})

interface FormErrorProps {
  readonly error: unknown
  /** Sentences for codes that this form knows, in the viewer's language. */
  readonly known?: Readonly<Record<string, string>>
}

const none = {}

export function FormError({ error, known = none }: FormErrorProps) {
  if (!error) return null
  return (
    <div role="alert">
      <Callout tone="down" mark={<StatusMark status="failed" />}>
        <Said error={error} known={known} />
      </Callout>
    </div>
  )
}

function Said({ error, known }: Required<FormErrorProps>) {
  const say = useMessages(words)
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  if (error.status === 0) return say.unreachable
  if (error.status === 429 && error.retryAfterSeconds !== null) return <Countdown seconds={error.retryAfterSeconds} />
  return known[error.code] ?? error.message
}

function Countdown({ seconds }: { seconds: number }) {
  const say = useMessages(words)
  const { language } = useLook()
  const now = useNow(1)
  const [begun] = useState(() => Date.now())
  const left = Math.ceil(seconds - (now.getTime() - begun) / 1000)
  return left > 0 ? say.tooMany(formatDuration(left, language)) : say.again
}
