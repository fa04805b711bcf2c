import { Tabs } from '../../parts/choose.tsx'
import { useReportMessages } from './messages.ts'

const links = { report: '/reports', schedules: '/reports/schedules', objectives: '/reports/objectives' } as const

export function ReportTabs({ current }: { current: keyof typeof links }) {
  const t = useReportMessages()
  return (
    <Tabs
      label={t.parts}
      tabs={(Object.keys(links) as (keyof typeof links)[]).map((name) => ({
        label: t[name],
        current: name === current,
        link: { to: links[name] },
      }))}
    />
  )
}
