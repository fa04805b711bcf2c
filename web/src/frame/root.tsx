// Present on every page, signed in or not: skip link, toasts, confirmation dialog and screen reader announcements.
import { Outlet } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { useStore } from '../store.ts'
import { announcement } from '../announce.ts'
import { toastUnhandledErrors } from './unhandled-errors.ts'
import { Toasts } from './toasts.tsx'
import { listenForShortcuts } from './commands.ts'
import { useRootMessages } from './messages.ts'
import { ConfirmDialog } from './confirm/confirm.tsx'

export function Root() {
  const t = useRootMessages()
  const spoken = useStore(announcement)
  useLayoutEffect(listenForShortcuts, [])
  useEffect(toastUnhandledErrors, [])
  return (
    <>
      <a className="skip" href="#main">
        {t.skip}
      </a>
      <p className="sr" aria-live="polite">
        {spoken}
      </p>
      <Outlet />
      <Toasts />
      <ConfirmDialog />
    </>
  )
}
