// Unknown URLs, missing permissions, and screens that crashed.
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { useMessages } from '../i18n.ts'
import { Button } from '../parts/button.tsx'
import { ErrorState } from '../parts/content-states.tsx'
import { Mark } from '../parts/icon.tsx'
import { useHeading } from './page-head.tsx'
import { notFoundMessages } from './messages.ts'

/** Inside the frame. */
export function NotFound() {
  const { title, text } = useMessages(notFoundMessages)
  return <MessagePage title={title} text={text} />
}

/** Replaces a screen that viewers cannot use. */
export function NoPermission() {
  const { mayOnlyLook, askForRole } = useMessages(notFoundMessages)
  return <MessagePage title={mayOnlyLook} text={askForRole} />
}

function MessagePage({ title, text }: { title: string; text: string }) {
  const t = useMessages(notFoundMessages)
  return (
    <div className="lonely">
      <Mark size={48} />
      <h1 ref={useHeading(title)} tabIndex={-1}>
        {title}
      </h1>
      <p className="muted">{text}</p>
      <Link className="btn" to="/">
        {t.home}
      </Link>
    </div>
  )
}

export function ScreenError({ error }: ErrorComponentProps) {
  const t = useMessages(notFoundMessages)
  return (
    <div className="lonely">
      <Mark size={48} />
      <h1 ref={useHeading(t.broken)} tabIndex={-1}>
        {t.broken}
      </h1>
      <ErrorState error={error} />
      <Button icon="refresh" onClick={() => location.reload()}>
        {t.reload}
      </Button>
    </div>
  )
}

export const NotFoundPage = () => (
  <main id="main">
    <NotFound />
  </main>
)

export const PageError = (props: ErrorComponentProps) => (
  <main id="main">
    <ScreenError {...props} />
  </main>
)
