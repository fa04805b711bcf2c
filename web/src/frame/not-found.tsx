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
    mayOnlyLook: 'You may look, but not change anything',
    askForRole: 'Ask an owner or an admin to make you a member.',
    broken: 'This screen broke',
    reload: 'Load it again',
  },
  de: {
    title: 'Hier ist nichts',
    text: 'Die Adresse stimmt nicht, oder was hier war, ist weg oder gehört einer anderen Organisation.',
    home: 'Zur Übersicht',
    mayOnlyLook: 'Du darfst alles ansehen, aber nichts ändern',
    askForRole: 'Bitte jemanden mit der Rolle Inhaber oder Admin, dich zum Mitglied zu machen.',
    broken: 'Diese Seite ist kaputt',
    reload: 'Neu laden',
  },
})

/** Inside of the frame. */
export function NothingHere() {
  const { title, text } = useMessages(words)
  return <Lonely title={title} text={text} />
}

/** In place of a screen that is for writing only. */
export function MayOnlyLook() {
  const { mayOnlyLook, askForRole } = useMessages(words)
  return <Lonely title={mayOnlyLook} text={askForRole} />
}

function Lonely({ title, text }: { title: string; text: string }) {
  const say = useMessages(words)
  return (
    <div className="lonely">
      <Mark size={48} />
      <h1 ref={useHeading(title)} tabIndex={-1}>
        {title}
      </h1>
      <p className="muted">{text}</p>
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
