import { useQuery } from '@tanstack/react-query'
import type { DeploymentWebhook } from '../../../api-types.ts'
import { client, ignoreNotFound, queryFor } from '../../../api.ts'
import { errorText } from '../../../error-text.ts'
import { confirm } from '../../../frame/confirm.tsx'
import { useMessages } from '../../../i18n.ts'
import { invalidate } from '../../../invalidation.ts'
import { Button } from '../../../parts/button.tsx'
import { Card, Tag } from '../../../parts/card.tsx'
import { EmptyState, ListResult } from '../../../parts/content-states.tsx'
import { RelativeTime } from '../../../parts/time.tsx'
import { toast } from '../../../toast.ts'
import { deploymentMessages } from './messages.ts'

/** The API allows fewer, so one page has them all. */
const maxWebhooks = 100

export function WebhookList() {
  const t = useMessages(deploymentMessages)
  const query = useQuery(queryFor('/deployment-webhooks', { query: { limit: maxWebhooks } }))
  return (
    <Card title={t.webhooks} flush>
      <ListResult
        query={query}
        what={t.webhooksFailed}
        empty={<EmptyState title={t.noWebhooks}>{t.noWebhooksWhy}</EmptyState>}
      >
        {(webhook) => <Line key={webhook.id} webhook={webhook} />}
      </ListResult>
    </Card>
  )
}

function Line({ webhook }: { webhook: DeploymentWebhook }) {
  const t = useMessages(deploymentMessages)
  const { id, name, source, url, tags, environments, last_used_at: used } = webhook
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: t.removeTitle(name), text: t.removeText, verb: t.remove }))) return
    await ignoreNotFound(client.delete('/deployment-webhooks/{id}', { params: { id } })).catch((error: Error) =>
      toast({ text: errorText(error), tone: 'error' }),
    )
    await invalidate('deploymentWebhook')
  }
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
        <Button small aria-label={t.removeNamed(name)} onClick={() => void remove()}>
          {t.remove}
        </Button>
      </span>
    </li>
  )
}
