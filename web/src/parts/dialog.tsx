// A question or a small form above the page. The browser keeps the focus inside and gives it back to the opener.
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'

interface DialogProps {
  readonly title: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
  readonly wide?: boolean
  /** It stays open: what it will show is on its way, and is shown this once. */
  readonly held?: boolean
  /** The first focus; else the browser's choice. */
  readonly focus?: RefObject<HTMLElement | null>
}

export function Dialog({ title, onClose, children, wide = false, held = false, focus }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const opener = document.activeElement
    const dialog = box.current!
    dialog.showModal()
    focus?.current?.focus()
    return () => {
      dialog.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [focus])
  return (
    <dialog
      ref={box}
      className={wide ? 'dialog wide-dialog' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (!held) onClose()
      }}
      onPointerDown={(event) => !held && event.target === box.current && onClose()}
    >
      <div className="dialog-inside">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}
