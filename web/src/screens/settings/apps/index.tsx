// Connected apps: programs that people allowed to use Lapwing, and the organization's own.
import { type AnswerOf, client, useResource } from '../../../api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Card, Tag } from '../../../parts/card.tsx'
import { EmptyState, ListResult } from '../../../parts/content-states.tsx'
import { OneTimeSecret } from '../../../parts/one-time-secret.tsx'
import { RelativeTime } from '../../../parts/time.tsx'
import { useCan, useSession } from '../../../session.ts'
import { SettingsPage } from '../settings-page.tsx'
import { useConnectedAppMessages } from './messages.ts'
import { OwnClients } from './own-clients.tsx'
import { DeleteButton } from '../../../frame/confirm/delete-button.tsx'

type ConnectedApp = AnswerOf<'/dashboard/connected-apps', 'get'>['data'][number]

export function Apps() {
  const t = useConnectedAppMessages()
  const can = useCan()
  const query = useResource('/dashboard/connected-apps')
  return (
    <SettingsPage section="apps">
      <Card title={t.assistants}>
        <div className="grid gap-3">
          <p className="muted">{t.assistantsText}</p>
          <OneTimeSecret text={`${location.origin}/mcp`} label={t.address} />
          {can('member') && <OneTimeSecret text={`${location.origin}/mcp?scope=write`} label={t.changingAddress} />}
        </div>
      </Card>
      <Card title={t.connected} flush>
        <ListResult query={query} what={t.failed} empty={<EmptyState title={t.none} text={t.noneWhy} />}>
          {(app) => <Line key={app.id} app={app} />}
        </ListResult>
      </Card>
      {can('owner') && <OwnClients />}
    </SettingsPage>
  )
}

function Line({ app }: { app: ConnectedApp }) {
  const t = useConnectedAppMessages()
  const format = useFormat()
  const own = useSession().user
  const { id, user, scope, resource, created_at: created, last_used_at: used, expires_at: expires } = app
  const { name, host } = app.client
  return (
    <li>
      <span className="min-w-0">
        <bdi>{name}</bdi> <Tag>{t.scopes[scope]}</Tag> <Tag>{resource.toUpperCase()}</Tag>
        <span className="sub">
          {host && `${host} · `}
          {user.id !== own.id && `${t.by(user.name)} · `}
          <RelativeTime at={created} prefix={t.connectedAt} /> ·{' '}
          {used ? <RelativeTime at={used} prefix={t.used} /> : t.unused}
          {expires && ` · ${t.expires(format.moment(expires))}`}
        </span>
      </span>
      <span className="at">
        <DeleteButton
          as="row"
          way="revoke"
          name={name}
          text={t.revokeText}
          title={t.revokeTitle(name)}
          done={t.revoked(name)}
          request={() => client.delete('/dashboard/connected-apps/{id}', { params: { id } })}
          stale={['connectedApp']}
        />
      </span>
    </li>
  )
}
