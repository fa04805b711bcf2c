// The user's preferences; other browsers start with them.
import { savePreferences } from '../../save-preferences.ts'
import { switchDeviceNotices, useDeviceNotices } from '../../frame/notices/device-notices.ts'
import { type Preferences, usePreferences } from '../../preferences.ts'
import { useMessages } from '../../i18n.ts'
import { Card } from '../../parts/card.tsx'
import { SelectField, Switch } from '../../parts/form/field.tsx'
import { ZoneField } from '../../parts/form/zone-field.tsx'
import { useSession } from '../../session.ts'
import { SettingsPage } from '../settings/settings-page.tsx'
import { ProviderNote } from './provider-note.tsx'
import { preferenceMessages } from './messages.ts'

export function PreferencesSettings() {
  const t = useMessages(preferenceMessages)
  const look = usePreferences()
  const notices = useDeviceNotices()
  const { rights } = useSession()
  return (
    <SettingsPage section="look">
      {!rights.settings && <ProviderNote about="look" />}
      <Card>
        <div className="grid gap-4">
          <SelectField
            label={t.theme}
            value={look.theme}
            onChange={(event) => savePreferences({ theme: event.target.value as Preferences['theme'] })}
          >
            {Object.entries(t.themes).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t.language}
            value={look.language}
            onChange={(event) => savePreferences({ language: event.target.value as Preferences['language'] })}
          >
            <option value="en">English</option>
            <option value="de">Deutsch</option>
          </SelectField>
          <ZoneField
            label={t.zone}
            none={t.browser}
            value={look.zone ?? ''}
            onChange={(zone) => savePreferences({ zone: zone || null })}
          />
          <SelectField
            label={t.density}
            value={look.density}
            onChange={(event) => savePreferences({ density: event.target.value as Preferences['density'] })}
          >
            {Object.entries(t.densities).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <Switch label={t.keys} hint={t.keysHint} checked={look.keys} onChange={(keys) => savePreferences({ keys })} />
          <Switch
            label={t.notices}
            hint={t.noticesHint[notices]}
            checked={notices === 'on'}
            disabled={notices === 'refused' || notices === 'impossible'}
            onChange={(wanted) => void switchDeviceNotices(wanted, t.hello)}
          />
        </div>
      </Card>
    </SettingsPage>
  )
}
