import type { DeploymentWebhook } from '../../../api-types.ts'
import { client, useResource } from '../../../api.ts'
import { Card, Tag } from '../../../parts/card.tsx'
import { EmptyState, ListResult } from '../../../parts/content-states.tsx'
import { RelativeTime } from '../../../parts/time.tsx'
import { useDeploymentMessages } from './messages.ts'
import { DeleteButton } from '../../../frame/delete-button.tsx'

/** The API allows fewer, so one page has them all. */
const maxWebhooks = 100

export function WebhookList() {
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
