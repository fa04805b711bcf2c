// Addresses without a screen, and screens that broke.
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { useMessages } from '../i18n.ts'
import { Button } from '../parts/button.tsx'
import { ErrorState } from '../parts/content-states.tsx'
import { Mark } from '../parts/icon.tsx'
import { useHeading } from './page-head.tsx'
import { notFoundMessages } from './messages.ts'

/** Inside of the frame. */
export function NothingHere() {
  const { title, text } = useMessages(notFoundMessages)
  return <Lonely title={title} text={text} />
}

/** In place of a screen that is for writing only. */
export function MayOnlyLook() {
  const { mayOnlyLook, askForRole } = useMessages(notFoundMessages)
  return <Lonely title={mayOnlyLook} text={askForRole} />
}

function Lonely({ title, text }: { title: string; text: string }) {
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

export function ScreenBroke({ error }: ErrorComponentProps) {
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

export const NothingAtAll = () => (
  <main id="main">
    <NothingHere />
  </main>
)

export const EverythingBroke = (props: ErrorComponentProps) => (
  <main id="main">
    <ScreenBroke {...props} />
  </main>
)
