import { useEffect, useState } from 'react'
import { announce } from '../announce.ts'
import { Button } from './button.tsx'
import { useCopyMessages } from './messages.ts'

const shownMs = 1500

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  /** Shown beside the icon. */
  readonly children?: React.ReactNode
}

/** Copies a text and confirms it. */
export function CopyButton({ text, label, children }: CopyButtonProps) {
  const t = useCopyMessages()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(setCopied, shownMs, false)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    announce(t.copied)
  }
  return (
    <Button
      small
      weight={children ? 'plain' : 'ghost'}
      icon={copied ? 'check' : 'copy'}
      aria-label={children ? undefined : label}
      title={label}
      label={children}
      onClick={() => void copy()}
    />
  )
}
