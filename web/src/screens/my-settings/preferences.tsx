// The user's preferences; other browsers start with them.
import { savePreferences } from '../../save-preferences.ts'
import { switchDeviceNotices, useDeviceNotices } from '../../frame/notices/device-notices.ts'
import { usePreferences } from '../../preferences.ts'
import { Card } from '../../parts/card.tsx'
import { Switch } from '../../parts/form/field.tsx'
import { ZoneField } from '../../parts/form/zone-field.tsx'
import { useSession } from '../../session.ts'
import { SettingsPage } from '../settings/settings-page.tsx'
import { ProviderNote } from './provider-note.tsx'
import { usePreferenceMessages } from './messages.ts'
import { SelectField, optionsOf } from '../../parts/form/select.tsx'

export function PreferencesSettings() {
  const t = usePreferenceMessages()
  const look = usePreferences()
  const notices = useDeviceNotices()
  const { rights } = useSession()
  return (
    <SettingsPage section="look">
      {!rights.settings && <ProviderNote about="look" />}
      <Card stack>
        <SelectField
          label={t.theme}
          value={look.theme}
          onChange={(theme) => savePreferences({ theme })}
          options={optionsOf(t.themes)}
        />
        <SelectField
          label={t.language}
          value={look.language}
          onChange={(language) => savePreferences({ language })}
          options={[
            ['en', 'English'],
            ['de', 'Deutsch'],
          ]}
        />
        <ZoneField
          label={t.zone}
          none={t.browser}
          value={look.zone ?? ''}
          onChange={(zone) => savePreferences({ zone: zone || null })}
        />
        <SelectField
          label={t.density}
          value={look.density}
          onChange={(density) => savePreferences({ density })}
          options={optionsOf(t.densities)}
        />
        <Switch label={t.keys} hint={t.keysHint} checked={look.keys} onChange={(keys) => savePreferences({ keys })} />
        <Switch
          label={t.notices}
          hint={t.noticesHint[notices]}
          checked={notices === 'on'}
          disabled={notices === 'refused' || notices === 'impossible'}
          onChange={(wanted) => void switchDeviceNotices(wanted, t.hello)}
        />
      </Card>
    </SettingsPage>
  )
}
