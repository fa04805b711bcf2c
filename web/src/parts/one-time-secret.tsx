// A secret or link that is shown once, with a copy button.
import { useState } from 'react'
import { announce } from '../announce.ts'
import { Button } from './button.tsx'
import { useOneTimeSecretMessages } from './messages.ts'

export function OneTimeSecret({ text, label }: { text: string; label: string }) {
  const t = useOneTimeSecretMessages()
  const [copied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    announce(t.copied)
  }
  return (
    <div className="shown-once">
      <input
        className="input mono"
        readOnly
        value={text}
        aria-label={label}
        onFocus={(event) => event.target.select()}
      />
      <Button icon={copied ? 'check' : 'copy'} label={copied ? t.copied : t.copy} onClick={() => void copy()} />
    </div>
  )
}
