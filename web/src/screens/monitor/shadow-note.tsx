import { client } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Callout } from '../../parts/card.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { useCan } from '../../session.ts'
import { runAction } from './actions/monitor-actions.ts'
import type { Monitor } from './monitor-data.ts'
import { useShadowMessages } from './shadow-messages.ts'

/** An imported monitor that tells nobody yet. */
export function ShadowNote({ monitor: { id, name, shadow } }: { monitor: Monitor }) {
  const t = useShadowMessages()
  const mayWrite = useCan()('member')
  if (!shadow) return null
  const end = (): Promise<unknown> =>
    runAction(() => client.patch('/monitors/{id}', { params: { id }, body: { shadow: false } }), {
      text: t.ended(name),
    })
  return (
    <div className="mb-4">
      <Callout
        tone="degraded"
        mark={<StatusMark status="degraded" />}
        action={
          mayWrite && (
            <Button small onClick={() => void end()}>
              {t.end}
            </Button>
          )
        }
      >
        {t.shadow}
      </Callout>
    </div>
  )
}
