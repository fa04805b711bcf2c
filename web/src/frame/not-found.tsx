// Addresses without a screen, and screens that broke.
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { defineMessages, useMessages } from '../messages.ts'
import { Button } from '../parts/button.tsx'
import { ErrorState } from '../parts/content-states.tsx'
import { Mark } from '../parts/icon.tsx'
import { useHeading } from './page-head.tsx'

const words = defineMessages({
  en: {
    title: 'Page not found',
    text: 'The address may be wrong, or the item was deleted or belongs to another organization.',
    home: 'Go to overview',
    mayOnlyLook: "You don't have permission to make changes",
    askForRole: 'Ask an owner or admin to give you the member role.',
    broken: 'This page crashed',
    reload: 'Reload page',
  },
  de: {
    title: 'Seite nicht gefunden',
    text: 'Die Adresse ist falsch, oder der Eintrag wurde gelöscht oder gehört zu einer anderen Organisation.',
    home: 'Zur Übersicht',
    mayOnlyLook: 'Du hast keine Berechtigung für Änderungen',
    askForRole: 'Bitte einen Inhaber oder Admin, dir die Rolle „Mitglied“ zu geben.',
    broken: 'Diese Seite ist abgestürzt',
    reload: 'Seite neu laden',
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
