// Before the first monitor: one field, which is all it takes.
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { LiveMark } from '../../frame/live-mark.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { Mark } from '../../parts/icon.tsx'
import { useCan } from '../../session.ts'
import { firstMonitorMessages } from './start-messages.ts'

export function NothingWatched() {
  const say = useMessages(firstMonitorMessages)
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
  const say = useMessages(firstMonitorMessages)
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
