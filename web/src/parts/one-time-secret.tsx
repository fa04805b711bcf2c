// A secret or link that is shown once, with a copy button.
import { type FocusEvent, useState } from 'react'
import { announce } from '../announce.ts'
import { Button } from './button.tsx'
import { useOneTimeSecretMessages } from './messages.ts'

interface OneTimeSecretProps {
  readonly text: string
  readonly label: string
  /** Shows all of it, in several lines. */
  readonly long?: boolean
}

export function OneTimeSecret({ text, label, long = false }: OneTimeSecretProps) {
  const t = useOneTimeSecretMessages()
  const [copied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    announce(t.copied)
  }
  const field = {
    className: 'input mono',
    readOnly: true,
    value: text,
    'aria-label': label,
    onFocus: ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => target.select(),
  }
  return (
    <div className={long ? 'shown-once long' : 'shown-once'}>
      {long ? <textarea rows={2} {...field} /> : <input {...field} />}
      <Button icon={copied ? 'check' : 'copy'} label={copied ? t.copied : t.copy} onClick={() => void copy()} />
    </div>
  )
}
