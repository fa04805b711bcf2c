// The organization's own apps and service accounts.
import { useState } from 'react'
import { type AnswerOf, client, useResource } from '../../../api.ts'
import { Button } from '../../../parts/button.tsx'
import { Card, Tag } from '../../../parts/card.tsx'
import { EmptyState, ListResult } from '../../../parts/content-states.tsx'
import { RelativeTime } from '../../../parts/time.tsx'
import { useOwnClientMessages } from './messages.ts'
import { NewClientDialog } from './new-client.tsx'
import { DeleteButton } from '../../../frame/delete-button.tsx'

type OwnClient = AnswerOf<'/dashboard/oauth/clients', 'get'>['data'][number]

export function OwnClients() {
  const t = useOwnClientMessages()
  const query = useResource('/dashboard/oauth/clients')
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button small icon="plus" onClick={() => setAdding(true)}>
      {t.add}
    </Button>
  )
  return (
    <Card title={t.title} end={query.data?.data.length !== 0 && add} flush>
      <ListResult query={query} what={t.failed} empty={<EmptyState title={t.none} text={t.noneWhy} action={add} />}>
        {(own) => <Line key={own.id} own={own} />}
      </ListResult>
      {isAdding && <NewClientDialog onClose={() => setAdding(false)} />}
    </Card>
  )
}

function Line({ own }: { own: OwnClient }) {
  const t = useOwnClientMessages()
  const { id, client_id: clientId, name, kind, scope, last_used_at: used } = own
  return (
    <li>
      <span className="min-w-0">
        {name} <Tag>{t.kinds[kind]}</Tag> <Tag>{t.scopes[scope]}</Tag>
        <span className="sub">
          <span className="mono">{clientId}</span> · {used ? <RelativeTime at={used} prefix={t.used} /> : t.unused}
        </span>
      </span>
      <span className="at">
        <DeleteButton
          as="row"

          name={name}
          text={t.removeText}

          request={() => client.delete('/dashboard/oauth/clients/{id}', { params: { id } })}
          stale={['connectedApp']}
        />
      </span>
    </li>
  )
}
