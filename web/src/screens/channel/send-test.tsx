// Sends a test before saving and shows the receiver's response.
import { useState } from 'react'
import type { ChannelKind, ChannelTest, ChannelTry, NotificationChannel } from '../../api-types.ts'
import { client } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Callout } from '../../parts/card.tsx'
import { useChannelMessages } from './messages.ts'
import type { FormSubmit } from '../../parts/form/use-form.tsx'

interface SendTestProps {
  readonly kind: ChannelKind
  readonly channel?: NotificationChannel
  readonly isDefault: boolean
  readonly config: () => Record<string, unknown>
  /** Problems of a test are shown at the same fields as problems of saving. */
  readonly saving: FormSubmit
}

export function SendTest({ kind, channel, isDefault, config, saving }: SendTestProps) {
  const t = useChannelMessages()
  const [answer, setAnswer] = useState<ChannelTest | null>(null)
  const send = async (): Promise<void> => {
    setAnswer(null)
    const type = kind.type as ChannelTry['type']
    const body = { type, isDefault, config: config(), ...(channel && { channelId: channel.id }) }
    setAnswer(await client.post('/dashboard/channel-tests', { body }))
  }
  return (
    <div className="stack">
      <div className="actions">
        <Button icon="send" busy={saving.busy} label={t.sendTest} onClick={() => saving.run(send)} />
      </div>
      <div role="status">
        {answer && (
          <Callout tone={answer.arrived ? 'up' : 'down'}>
            {answer.arrived
              ? t.testArrived(answer.latency_ms ?? 0, answer.http_status)
              : t.testFailed(answer.error ?? '')}
          </Callout>
        )}
      </div>
    </div>
  )
}
