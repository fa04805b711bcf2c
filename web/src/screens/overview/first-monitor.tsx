// Shown before the first monitor exists.
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { ConnectionStatus } from '../../frame/connection-status.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { Mark } from '../../parts/icon.tsx'
import { useCan } from '../../session.ts'
import { useFirstMonitorMessages } from './start-messages.ts'

export function FirstMonitor() {
  const t = useFirstMonitorMessages()
  const can = useCan()
  return (
    <>
      <PageHead title={t.title} actions={<ConnectionStatus />}>
        {can('member') ? t.lead : t.viewer}
      </PageHead>
      {can('member') && <TargetForm />}
    </>
  )
}

function TargetForm() {
  const t = useFirstMonitorMessages()
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
          label={t.address}
          hint={t.hint}
          placeholder={t.example}
          value={target}
          autoFocus
          spellCheck={false}
          onChange={setTarget}
        />
        <Button type="submit" weight="primary" label={t.watch} />
      </form>
    </div>
  )
}
