import { useParams } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { NotFound } from '../../frame/not-found.tsx'
import type { personalSections } from '../../frame/settings-sections.ts'
import { Paging } from './paging.tsx'
import { PreferencesSettings } from './preferences.tsx'
import { Profile } from './profile.tsx'
import { Security } from './security.tsx'

const sections: Readonly<Record<(typeof personalSections)[number], FunctionComponent>> = {
  profile: Profile,
  security: Security,
  paging: Paging,
  look: PreferencesSettings,
}

export function Screen() {
  const { section = 'profile' } = useParams({ strict: false }) as { section?: string }
  if (!Object.hasOwn(sections, section)) return <NotFound />
  const Shown = sections[section as keyof typeof sections]
  return <Shown />
}
