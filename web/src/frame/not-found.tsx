// Addresses without a screen, and screens that broke.
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { defineMessages, useMessages } from '../messages.ts'
import { Button } from '../parts/button.tsx'
import { ErrorState } from '../parts/content-states.tsx'
import { Mark } from '../parts/icon.tsx'
import { useHeading } from './page-head.tsx'

const words = defineMessages({
  en: {
    title: 'There is nothing here',
    text: 'The address is wrong, or what was here is gone or belongs to another organization.',
    home: 'To the overview',
    broken: 'This screen broke',
    reload: 'Load it again',
  },
  de: {
    title: 'Hier ist nichts',
    text: 'Die Adresse stimmt nicht, oder was hier war, ist weg oder gehört einer anderen Organisation.',
    home: 'Zur Übersicht',
    broken: 'Diese Seite ist kaputt',
    reload: 'Neu laden',
  },
})

/** Inside of the frame. */
export function NothingHere() {
  const say = useMessages(words)
  return (
    <div className="lonely">
      <Mark size={48} />
      <h1 ref={useHeading(say.title)} tabIndex={-1}>
        {say.title}
      </h1>
      <p className="muted">{say.text}</p>
      <Link className="btn" to="/">
        {say.home}
      </Link>
    </div>
  )
}

export function ScreenBroke({ error }: ErrorComponentProps) {
  const say = useMessages(words)
  return (
    <div className="lonely">
      <Mark size={48} />
      <h1 ref={useHeading(say.broken)} tabIndex={-1}>
        {say.broken}
      </h1>
      <ErrorState error={error} />
      <Button icon="refresh" onClick={() => location.reload()}>
        {say.reload}
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
