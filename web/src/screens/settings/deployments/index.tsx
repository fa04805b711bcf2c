// Deployments with what their monitors show since, and the webhooks that report them.
import { useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { useCan } from '../../../session.ts'
import { SettingsPage } from '../settings-page.tsx'
import { DeploymentList } from './deployment-list.tsx'
import { useDeploymentMessages } from './messages.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookList } from './webhook-list.tsx'

export function Deployments() {
  const t = useDeploymentMessages()
  const mayAdd = useCan()('admin')
  const [isAdding, setAdding] = useState(false)
  const add = mayAdd && (
    <Button weight="primary" icon="plus" onClick={() => setAdding(true)}>
      {t.add}
    </Button>
  )
  return (
    <SettingsPage section="deployments" actions={add}>
      <DeploymentList />
      {mayAdd && <WebhookList />}
      {isAdding && <WebhookDialog onClose={() => setAdding(false)} />}
    </SettingsPage>
  )
}
