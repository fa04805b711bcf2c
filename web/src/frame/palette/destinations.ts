// The screens that the palette opens, and the words under which it finds them.
import type { IconName } from '../../parts/icon.tsx'
import { type Language, languages } from '../../preferences.ts'
import { useSectionMessages, useSettingsMessages } from '../messages.ts'
import { organizationSections, personalSections, sectionRoles } from '../settings-sections.ts'
import type { Right } from '../../session.ts'
import type { Command } from '../commands.ts'
import { sections } from '../sections.ts'
import { useDestinationMessages } from './destination-messages.ts'

interface Destination {
  readonly path: string
  readonly icon: IconName
  readonly keys?: string
  /** The least role that may open it. */
  readonly role: Right
  readonly labelIn: (language: Language) => string
  readonly wordsIn: (language: Language) => string
}

type ScreenName = keyof ReturnType<typeof useDestinationMessages>['screens']

const screens: readonly { name: ScreenName; path: string; icon: IconName; role: Right }[] = [
  { name: 'newMonitor', path: '/monitors/new', icon: 'plus', role: 'member' },
  { name: 'newHost', path: '/hosts/new', icon: 'plus', role: 'member' },
  { name: 'newChannel', path: '/channels/new', icon: 'plus', role: 'member' },
  { name: 'newMaintenance', path: '/maintenance/new', icon: 'wrench', role: 'member' },
  { name: 'newSchedule', path: '/on-call/new', icon: 'clock', role: 'member' },
  { name: 'newEscalation', path: '/on-call/escalation/new', icon: 'plus', role: 'member' },
  { name: 'escalation', path: '/on-call/escalation', icon: 'clock', role: 'viewer' },
  { name: 'myMethods', path: '/on-call/me', icon: 'bell', role: 'member' },
  { name: 'objectives', path: '/reports/objectives', icon: 'reports', role: 'viewer' },
  { name: 'reportSchedules', path: '/reports/schedules', icon: 'mail', role: 'viewer' },
  { name: 'deliveries', path: '/channels/log', icon: 'send', role: 'viewer' },
  { name: 'confirmations', path: '/confirmations', icon: 'check', role: 'viewer' },
  { name: 'groups', path: '/contacts/groups', icon: 'people', role: 'viewer' },
]

const settings = [
  ...organizationSections.map((name) => ({ name, path: `/settings/${name}` })),
  ...personalSections.map((name) => ({ name, path: `/settings/me/${name}` })),
]

export const destinations: readonly Destination[] = [
  ...sections.map(({ name, to, icon, key }): Destination => ({
    path: to,
    icon,
    keys: key ? `g ${key}` : undefined,
    role: 'viewer',
    labelIn: (language) => useSectionMessages.in(language).goTo(useSectionMessages.in(language)[name]),
    wordsIn: (language) => useDestinationMessages.in(language).sections[name],
  })),
  ...screens.map(({ name, ...screen }): Destination => ({
    ...screen,
    labelIn: (language) => useDestinationMessages.in(language).screens[name],
    wordsIn: (language) => useDestinationMessages.in(language).screenWords[name],
  })),
  ...settings.map(({ name, path }): Destination => ({
    path,
    icon: 'settings',
    role: sectionRoles[name] ?? 'viewer',
    labelIn: (language) => `${useSettingsMessages.in(language).settings}: ${useSettingsMessages.in(language)[name]}`,
    wordsIn: (language) => useDestinationMessages.in(language).settings[name],
  })),
]

interface Opening {
  readonly language: Language
  readonly can: (role: Right) => boolean
  readonly go: (path: string) => void
}

/** Found by the words of every language: people also type the English ones. */
export function openCommands({ language, can, go }: Opening): Command[] {
  return destinations
    .filter(({ role }) => can(role))
    .map(({ path, icon, keys, labelIn, wordsIn }) => ({
      label: labelIn(language),
      words: languages.flatMap((one) => [labelIn(one), wordsIn(one)]).join(' '),
      icon,
      keys,
      run: () => go(path),
    }))
}
