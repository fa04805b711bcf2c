// A modal dialog. The focus stays inside and returns to the opener.
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'

interface DialogProps {
  readonly title: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
  readonly wide?: boolean
  /** Prevents closing while a result is loading that is shown only once. */
  readonly held?: boolean
  /** The element that gets the focus first. */
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
