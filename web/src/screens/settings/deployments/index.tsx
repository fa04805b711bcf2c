// Deployments with what their monitors show since, and the webhooks that report them.
import { useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { useCan } from '../../../session.ts'
import { SettingsPage } from '../settings-page.tsx'
import { DeploymentList } from './deployment-list.tsx'
import { useDeploymentMessages } from './messages.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import type { DeploymentWebhook } from '../../../api-types.ts'
import { client, useResource } from '../../../api.ts'
import { Card, Tag } from '../../../parts/card.tsx'
import { EmptyState, ListResult } from '../../../parts/content-states.tsx'
import { RelativeTime } from '../../../parts/time.tsx'
import { DeleteButton } from '../../../frame/confirm/delete-button.tsx'

export function Deployments() {
  const t = useDeploymentMessages()
  const mayAdd = useCan()('admin')
  const [isAdding, setAdding] = useState(false)
  const add = mayAdd && <Button weight="primary" icon="plus" label={t.add} onClick={() => setAdding(true)} />
  return (
    <SettingsPage section="deployments" actions={add}>
      <DeploymentList />
      {mayAdd && <WebhookList />}
      {isAdding && <WebhookDialog onClose={() => setAdding(false)} />}
    </SettingsPage>
  )
}

/** The API allows fewer, so one page has them all. */
const maxWebhooks = 100

function WebhookList() {
  const t = useDeploymentMessages()
  const query = useResource('/deployment-webhooks', { query: { limit: maxWebhooks } })
  return (
    <Card title={t.webhooks} flush>
      <ListResult
        query={query}
        what={t.webhooksFailed}
        empty={<EmptyState title={t.noWebhooks} text={t.noWebhooksWhy} />}
      >
        {(webhook) => <Line key={webhook.id} webhook={webhook} />}
      </ListResult>
    </Card>
  )
}

function Line({ webhook }: { webhook: DeploymentWebhook }) {
  const t = useDeploymentMessages()
  const { id, name, source, url, tags, environments, last_used_at: used } = webhook
  return (
    <li>
      <span className="min-w-0">
        {name} <Tag>{t.sources[source]}</Tag>
        {[...environments, ...tags].map((label) => (
          <Tag key={label}>{label}</Tag>
        ))}
        <span className="sub mono break-all">{url}</span>
        <span className="sub">{used ? <RelativeTime at={used} prefix={t.used} /> : t.unused}</span>
      </span>
      <span className="at">
        <DeleteButton
          as="row"

          name={name}
          text={t.removeText}

          request={() => client.delete('/deployment-webhooks/{id}', { params: { id } })}
          stale={['deploymentWebhook']}
        />
      </span>
    </li>
  )
}
