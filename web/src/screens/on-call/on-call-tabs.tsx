import { useLocation } from '@tanstack/react-router'
import { Tabs } from '../../parts/choose.tsx'
import { useCan } from '../../session.ts'
import { useAllSchedules } from './schedule-data.ts'
import { useTabMessages } from './tab-messages.ts'

/** The tabs of everything about on-call. */
export function OnCallTabs({ schedule }: { schedule?: number }) {
  const t = useTabMessages()
  const { pathname } = useLocation()
  const mayWrite = useCan()('member')
  const schedules = useAllSchedules().data ?? []
  return (
    <Tabs
      label={t.label}
      tabs={[
        ...schedules.map(({ id, name }) => ({
          label: name,
          current: id === schedule,
          link: { to: '/on-call/$schedule' as const, params: { schedule: String(id) } },
        })),
        {
          label: t.escalation,
          current: pathname.startsWith('/on-call/escalation'),
          link: { to: '/on-call/escalation' },
        },
        ...(mayWrite
          ? [
              { label: t.methods, current: pathname === '/on-call/me', link: { to: '/on-call/me' as const } },
              { label: t.create, current: pathname === '/on-call/new', link: { to: '/on-call/new' as const } },
            ]
          : []),
      ]}
    />
  )
}
