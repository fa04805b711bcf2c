// Before the first monitor: one field, which is all it takes.
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { LiveMark } from '../../frame/live-mark.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { defineMessages, useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { Mark } from '../../parts/icon.tsx'
import { useCan } from '../../session.ts'

const words = defineMessages({
  en: {
    title: 'No monitors yet',
    lead: 'Enter a URL or hostname. Lapwing checks it right away.',
    viewer: 'Ask someone with the member role to add the first monitor.',
    address: 'URL or hostname',
    example: 'https://shop.example.com',
    hint: 'For example a website, host:port, a mail server or a scheduled job.',
    watch: 'Check it',
  },
  de: {
    title: 'Noch keine Monitore',
    lead: 'Gib eine URL oder einen Hostnamen ein. Lapwing prüft das Ziel sofort.',
    viewer: 'Bitte jemanden mit der Rolle „Mitglied“, den ersten Monitor anzulegen.',
    address: 'URL oder Hostname',
    example: 'https://shop.example.com',
    hint: 'Zum Beispiel eine Website, Host:Port, ein Mailserver oder ein geplanter Job.',
    watch: 'Prüfen',
  },
})

export function NothingWatched() {
  const say = useMessages(words)
  const can = useCan()
  return (
    <>
      <PageHead title={say.title} actions={<LiveMark />}>
        {can('member') ? say.lead : say.viewer}
      </PageHead>
      {can('member') && <AddressField />}
    </>
  )
}

function AddressField() {
  const say = useMessages(words)
  const navigate = useNavigate()
  const [target, setTarget] = useState('')
  const look = (event: SubmitEvent): void => {
    event.preventDefault()
    void navigate({ to: '/monitors/new', search: target.trim() ? { target: target.trim() } : {} })
  }
  return (
    <div className="card first-address">
      <Mark size={48} />
      <form onSubmit={look}>
        <TextField
          label={say.address}
          hint={say.hint}
          placeholder={say.example}
          value={target}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTarget(event.target.value)}
        />
        <Button type="submit" weight="primary">
          {say.watch}
        </Button>
      </form>
    </div>
  )
}
