// Toasts at the foot of the page: what was done, with an undo if there is one.
import { useEffect, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import { useStore } from '../store.ts'
import { type ShownToast, dismiss, toasts } from '../toast.ts'
import { useCommands } from './commands.ts'
import { useToastMessages } from './messages.ts'

const shownMs = 5000
const undoMs = 8000

function undo({ id, undo: inverse }: ShownToast): void {
  dismiss(id)
  inverse?.()
}

export function Toasts() {
  const shown = useStore(toasts)
  const t = useToastMessages()
  const latest = shown.findLast((one) => one.undo)
  useCommands(latest ? [{ label: t.undo, keys: 'z', run: () => undo(latest) }] : [])
  return (
    <section className="toasts" aria-label={t.notices} role="status">
      {shown.map((one) => (
        <OneToast key={one.id} toast={one} />
      ))}
    </section>
  )
}

function OneToast({ toast: one }: { toast: ShownToast }) {
  const t = useToastMessages()
  const [held, setHeld] = useState(false)
  const { id, tone } = one
  const lastsMs = one.undo ? undoMs : shownMs
  useEffect(() => {
    if (held || tone === 'error') return
    const timer = setTimeout(() => dismiss(id), lastsMs)
    return () => clearTimeout(timer)
  }, [held, tone, id, lastsMs])
  return (
    <div
      className={tone === 'error' ? 'toast alarm' : 'toast'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{one.text}</span>
      {one.undo && (
        <button type="button" className="undo" onClick={() => undo(one)}>
          {t.undo} <kbd aria-hidden="true">Z</kbd>
        </button>
      )}
      <button type="button" aria-label={t.dismiss} onClick={() => dismiss(id)}>
        <Icon name="close" size={12} />
      </button>
    </div>
  )
}
