// Who would hear of it.
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { useLook } from '../../look.ts'
import { listOf, useMessages } from '../../messages.ts'
import { Button } from '../../parts/button.tsx'
import { Card, KeyValue } from '../../parts/card.tsx'
import { useCan } from '../../session.ts'
import { useTestAlert } from './head.tsx'
import { messages } from './messages.ts'
import type { Monitor } from './monitor-data.ts'

export function WhoIsTold({ monitor }: { monitor: Monitor }) {
  const { who: say } = useMessages(messages)
  const format = useFormat()
  const { language } = useLook()
  const can = useCan()
  const test = useTestAlert(monitor)
  const { groups, channels, policies } = useTold(monitor)
  const reminders = monitor.config['repeatIntervalSeconds']
  return (
    <Card
      title={say.title}
      end={
        can('member') && (
          <Button small onClick={() => void test()}>
            {say.test}
          </Button>
        )
      }
    >
      <KeyValue
        rows={[
          [say.group, groups.length > 0 ? listOf(language, groups) : say.usual],
          ...(policies.length > 0 ? [[say.escalation, listOf(language, policies)] as const] : []),
          [say.channels, channels.length > 0 ? channels.join(', ') : say.nobody],
          [say.reminders, typeof reminders === 'number' ? say.every(format.duration(reminders)) : say.never],
        ]}
      />
    </Card>
  )
}

interface Told {
  readonly groups: readonly string[]
  readonly channels: readonly string[]
  readonly policies: readonly string[]
}

/** The groups that the monitor names, else the default one, and the channels that take their alerts. */
function useTold({ config }: Monitor): Told {
  const groups = useQuery(ask('/contact-groups', { query: { limit: 100 } }))
  const channels = useQuery(ask('/notification-channels', { query: { limit: 100 } }))
  const named = config['notificationGroupIds']
  const ids = Array.isArray(named) ? named : []
  const known = groups.data?.data ?? []
  const concerned =
    ids.length > 0 ? known.filter(({ id }) => ids.includes(id)) : known.filter((group) => group.is_default)
  const concernedIds = new Set(concerned.map(({ id }) => id))
  return {
    groups: concerned.map(({ name }) => name),
    policies: concerned.flatMap(({ escalation_policy: policy }) => (policy ? [policy.name] : [])),
    channels: (channels.data?.data ?? [])
      .filter(({ enabled, is_default: always, routes }) => {
        return enabled && (always || routes.some(({ contact_group: group }) => concernedIds.has(group.id)))
      })
      .map(({ name }) => name),
  }
}
