// How this browser shows Lapwing; other browsers of the same person begin with it.
import { chooseLook } from '../../choose-look.ts'
import { switchDeviceNotices, useDeviceNotices } from '../../frame/notices/device-notices.ts'
import { type Look, useLook } from '../../look.ts'
import { defineMessages, useMessages } from '../../messages.ts'
import { Card } from '../../parts/card.tsx'
import { SelectField, Switch } from '../../parts/form/field.tsx'
import { ZoneField } from '../../parts/form/zone-field.tsx'
import { SettingsPage } from '../settings/settings-page.tsx'

const words = defineMessages({
  en: {
    theme: 'Theme',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    language: 'Language',
    zone: 'Time zone',
    browser: 'As the browser',
    density: 'Rows of tables',
    densities: { comfortable: 'Comfortable', compact: 'Compact' },
    keys: 'Letters are commands',
    keysHint: 'Press ? to see them all. None works while you are typing.',
    notices: 'Notices on this device',
    noticesHint: {
      on: 'While Lapwing is open in a tab that you are not looking at.',
      off: 'Critical incidents, failing channels and silent locations, while Lapwing is open in some tab.',
      refused: 'This browser refuses notices of this site. Allow them in its settings, then come back.',
      impossible: 'This browser shows none.',
    },
    hello: 'This is how notices will look.',
  },
  de: {
    theme: 'Aussehen',
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    language: 'Sprache',
    zone: 'Zeitzone',
    browser: 'Wie der Browser',
    density: 'Zeilen von Tabellen',
    densities: { comfortable: 'Bequem', compact: 'Eng' },
    keys: 'Buchstaben sind Befehle',
    keysHint: '? zeigt sie alle. Keiner wirkt, während du tippst.',
    notices: 'Hinweise auf diesem Gerät',
    noticesHint: {
      on: 'Solange Lapwing in einem Tab offen ist, den du gerade nicht ansiehst.',
      off: 'Kritische Vorfälle, gescheiterte Kanäle und stumme Standorte, solange Lapwing in einem Tab offen ist.',
      refused:
        'Dieser Browser lehnt Hinweise dieser Seite ab. Erlaube sie in seinen Einstellungen und komm dann wieder.',
      impossible: 'Dieser Browser zeigt keine.',
    },
    hello: 'So werden Hinweise aussehen.',
  },
})

export function LookSettings() {
  const say = useMessages(words)
  const look = useLook()
  const notices = useDeviceNotices()
  return (
    <SettingsPage section="look">
      <Card>
        <div className="grid gap-4">
          <SelectField
            label={say.theme}
            value={look.theme}
            onChange={(event) => chooseLook({ theme: event.target.value as Look['theme'] })}
          >
            {Object.entries(say.themes).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={say.language}
            value={look.language}
            onChange={(event) => chooseLook({ language: event.target.value as Look['language'] })}
          >
            <option value="en">English</option>
            <option value="de">Deutsch</option>
          </SelectField>
          <ZoneField
            label={say.zone}
            none={say.browser}
            value={look.zone ?? ''}
            onChange={(zone) => chooseLook({ zone: zone || null })}
          />
          <SelectField
            label={say.density}
            value={look.density}
            onChange={(event) => chooseLook({ density: event.target.value as Look['density'] })}
          >
            {Object.entries(say.densities).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <Switch label={say.keys} hint={say.keysHint} checked={look.keys} onChange={(keys) => chooseLook({ keys })} />
          <Switch
            label={say.notices}
            hint={say.noticesHint[notices]}
            checked={notices === 'on'}
            disabled={notices === 'refused' || notices === 'impossible'}
            onChange={(wanted) => void switchDeviceNotices(wanted, say.hello)}
          />
        </div>
      </Card>
    </SettingsPage>
  )
}
