import type { ReactNode } from 'react'
import { settingsMessages } from '../../frame/messages.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { useMessages } from '../../i18n.ts'
import { Tabs } from '../../parts/choose.tsx'
import { useCan } from '../../session.ts'
import {
  type SettingsSection,
  organizationSections,
  personalSections,
  sectionRoles,
} from '../../frame/settings-sections.ts'

interface SettingsPageProps {
  readonly section: SettingsSection
  readonly children: ReactNode
  readonly actions?: ReactNode
}

export function SettingsPage({ section, children, actions }: SettingsPageProps) {
  const t = useMessages(settingsMessages)
  const can = useCan()
  const isAllowed = (name: SettingsSection): boolean => can(sectionRoles[name] ?? 'viewer')
  const ours = organizationSections.filter(isAllowed)
  return (
    <>
      <PageHead title={t[section]} actions={actions} />
      <Tabs
        label={t.settings}
        tabs={[
          ...ours.map((name) => ({
            label: t[name],
            current: name === section,
            link: { to: '/settings/$section', params: { section: name } } as const,
          })),
          ...personalSections.filter(isAllowed).map((name) => ({
            label: t[name],
            current: name === section,
            link: { to: '/settings/me/$section', params: { section: name } } as const,
          })),
        ]}
      />
      <div className="settings">{children}</div>
    </>
  )
}
