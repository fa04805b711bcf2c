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
    themes: { system: 'Same as system', light: 'Light', dark: 'Dark' },
    language: 'Language',
    zone: 'Time zone',
    browser: 'Same as browser',
    density: 'Table density',
    densities: { comfortable: 'Comfortable', compact: 'Compact' },
    keys: 'Keyboard shortcuts',
    keysHint: 'Press ? to see all shortcuts. They are off while you type in a field.',
    notices: 'Browser notifications',
    noticesHint: {
      on: 'Shown while Lapwing is open in a background tab.',
      off: 'For critical incidents, failing channels and offline locations, while Lapwing is open in a tab.',
      refused:
        'This browser blocks notifications from this site. Allow them in the browser settings, then reload this page.',
      impossible: 'This browser does not support notifications.',
    },
    hello: 'Notifications from Lapwing look like this.',
  },
  de: {
    theme: 'Design',
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    language: 'Sprache',
    zone: 'Zeitzone',
    browser: 'Wie der Browser',
    density: 'Zeilenhöhe in Tabellen',
    densities: { comfortable: 'Normal', compact: 'Kompakt' },
    keys: 'Tastenkürzel',
    keysHint: 'Drücke ?, um alle Kürzel zu sehen. In Eingabefeldern sind sie aus.',
    notices: 'Browser-Benachrichtigungen',
    noticesHint: {
      on: 'Werden angezeigt, solange Lapwing in einem Tab im Hintergrund offen ist.',
      off: 'Bei kritischen Vorfällen, fehlerhaften Kanälen und Standorten, die offline sind, solange Lapwing in einem Tab offen ist.',
      refused:
        'Dieser Browser blockiert Benachrichtigungen dieser Seite. Erlaube sie in den Browser-Einstellungen und lade die Seite neu.',
      impossible: 'Dieser Browser unterstützt keine Benachrichtigungen.',
    },
    hello: 'So sehen Benachrichtigungen von Lapwing aus.',
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
