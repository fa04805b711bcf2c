// The error of a form, next to its button. Rate limits are counted down.
import { useErrorMessages } from '../../error-messages.ts'
import { useState } from 'react'
import { ApiError } from '../../api.ts'
import { errorText } from '../../error-text.ts'
import { formatDuration } from '../../format/duration.ts'
import { useNow } from '../../format/now.ts'
import { usePreferences } from '../../preferences.ts'
import { Callout } from '../card.tsx'
import { useFormErrorMessages } from './messages.ts'

interface FormErrorProps {
  readonly error: unknown
  /** Messages for error codes that this form expects. */
  readonly known?: Readonly<Record<string, string>>
}

const none = {}

export function FormError({ error, known = none }: FormErrorProps) {
  if (!error) return null
  return (
    <div role="alert">
      <Callout status="failed">
        <ErrorText error={error} known={known} />
      </Callout>
    </div>
  )
}

function ErrorText({ error, known }: Required<FormErrorProps>) {
  if (!(error instanceof ApiError)) return errorText(error)
  if (error.status === 429 && error.retryAfterSeconds !== null) return <Countdown seconds={error.retryAfterSeconds} />
  return known[error.code] ?? errorText(error)
}

function Countdown({ seconds }: { seconds: number }) {
  const t = useFormErrorMessages()
  const errors = useErrorMessages()
  const { language } = usePreferences()
  const now = useNow(1)
  const [begun] = useState(() => Date.now())
  const left = Math.ceil(seconds - (now.getTime() - begun) / 1000)
  return left > 0 ? errors.tooMany(formatDuration(left, language)) : t.again
}

/** One problem in words; nothing if there is none. */
export const ProblemText = ({ text }: { text: string | null | undefined | false }) =>
  text ? (
    <p className="error" role="alert">
      {text}
    </p>
  ) : null
