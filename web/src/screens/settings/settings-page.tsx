import type { ReactNode } from 'react'
import { useSettingsMessages } from '../../frame/messages.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { GroupedTabs, type Tab } from '../../parts/choose.tsx'
import { useCan } from '../../session.ts'
import { type SettingsSection, personalSections, sectionGroups, sectionRoles } from '../../frame/settings-sections.ts'

interface SettingsPageProps {
  readonly section: SettingsSection
  readonly children: ReactNode
  readonly actions?: ReactNode
}

export function SettingsPage({ section, children, actions }: SettingsPageProps) {
  const t = useSettingsMessages()
  const can = useCan()
  const isAllowed = (name: SettingsSection): boolean => can(sectionRoles[name] ?? 'viewer')
  const tabOf = (name: SettingsSection): Tab => ({
    label: t[name],
    current: name === section,
    link: { to: isPersonal(name) ? '/settings/me/$section' : '/settings/$section', params: { section: name } },
  })
  const groups = (Object.keys(sectionGroups) as (keyof typeof sectionGroups)[]).map((group) => ({
    label: t.groups[group],
    tabs: sectionGroups[group].filter(isAllowed).map(tabOf),
  }))
  return (
    <div className="settings-page">
      <PageHead title={t[section]} actions={actions} />
      <GroupedTabs label={t.settings} groups={groups} />
      <div className="settings">{children}</div>
    </div>
  )
}

const isPersonal = (name: SettingsSection): boolean => (personalSections as readonly string[]).includes(name)
