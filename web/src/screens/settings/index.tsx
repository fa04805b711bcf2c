import { useParams } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { NotFound } from '../../frame/not-found.tsx'
import { Activity } from './activity.tsx'
import { Apps } from './apps/index.tsx'
import { Backups } from './backups.tsx'
import { Deployments } from './deployments/index.tsx'
import { Import } from './import/index.tsx'
import { Keys } from './keys.tsx'
import { Locations } from './locations.tsx'
import { Members } from './members.tsx'
import { Organization } from './organization.tsx'
import { Plan } from './plan.tsx'
import { SingleSignOn } from './single-sign-on/index.tsx'
import { Variables } from './variables.tsx'
import type { organizationSections } from '../../frame/settings-sections.ts'

const sections: Readonly<Record<(typeof organizationSections)[number], FunctionComponent>> = {
  organization: Organization,
  members: Members,
  'single-sign-on': SingleSignOn,
  keys: Keys,
  apps: Apps,
  variables: Variables,
  deployments: Deployments,
  import: Import,
  plan: Plan,
  activity: Activity,
  locations: Locations,
  backups: Backups,
}

export function Screen() {
  const { section = 'organization' } = useParams({ strict: false }) as { section?: string }
  if (!Object.hasOwn(sections, section)) return <NotFound />
  const Shown = sections[section as keyof typeof sections]
  return <Shown />
}
