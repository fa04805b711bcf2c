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
    title: 'Nothing is watched yet.',
    lead: 'Paste an address and Lapwing looks at it from here at once.',
    viewer: 'Somebody with the role member can add the first monitor.',
    address: 'Address to watch',
    example: 'https://shop.example.com',
    hint: 'A web address, a host name, host:port, a mail server, or a job that should report.',
    watch: 'Look at it',
  },
  de: {
    title: 'Noch wird nichts überwacht.',
    lead: 'Füge eine Adresse ein, und Lapwing sieht sie sich gleich von hier aus an.',
    viewer: 'Wer die Rolle Mitglied hat, kann den ersten Monitor anlegen.',
    address: 'Adresse, die überwacht werden soll',
    example: 'https://shop.example.com',
    hint: 'Eine Webadresse, ein Hostname, Host:Port, ein Mailserver oder ein Job, der sich melden soll.',
    watch: 'Ansehen',
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
