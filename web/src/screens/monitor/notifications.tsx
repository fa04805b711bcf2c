// The groups, channels and escalation that alerts of this monitor go to.
import { useResource } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { usePreferences } from '../../preferences.ts'
import { listOf } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { Card, KeyValue } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { useCan } from '../../session.ts'
import { useTestAlert } from './head.tsx'
import { useMonitorMessages } from './messages.ts'
import type { Monitor } from './monitor-data.ts'

export function NotificationCard({ monitor }: { monitor: Monitor }) {
  const { who: t } = useMonitorMessages()
  const format = useFormat()
  const { language } = usePreferences()
  const can = useCan()
  const test = useTestAlert(monitor)
  const reach = useResource('/dashboard/reach', { query: { monitor_id: monitor.id, severity: 'critical' } })
  const reminders = monitor.config['repeatIntervalSeconds']
  return (
    <Card
      title={t.title}
      end={
        can('member') && (
          <Button small onClick={() => void test()}>
            {t.test}
          </Button>
        )
      }
    >
      <QueryResult query={reach}>
        {({ groups, channels, escalation }) => (
          <KeyValue
            rows={[
              [t.group, groups.length > 0 ? listOf(language, namesOf(groups)) : t.usual],
              ...(escalation.length > 0 ? [[t.escalation, listOf(language, namesOf(escalation))] as const] : []),
              [t.channels, namesOf(channels.filter(isNotSilenced)).join(', ') || t.nobody],
              [t.reminders, typeof reminders === 'number' ? format.every(reminders) : t.never],
            ]}
          />
        )}
      </QueryResult>
    </Card>
  )
}

const namesOf = (named: readonly { readonly name: string }[]): string[] => named.map(({ name }) => name)

const isNotSilenced = ({ silenced_reason: silence }: { readonly silenced_reason: string | null }): boolean =>
  silence === null
