// How this browser shows Lapwing; other browsers of the same person begin with it.
import { chooseLook } from '../../choose-look.ts'
import { switchDeviceNotices, useDeviceNotices } from '../../frame/notices/device-notices.ts'
import { type Look, useLook } from '../../look.ts'
import { useMessages } from '../../i18n.ts'
import { Card } from '../../parts/card.tsx'
import { SelectField, Switch } from '../../parts/form/field.tsx'
import { ZoneField } from '../../parts/form/zone-field.tsx'
import { SettingsPage } from '../settings/settings-page.tsx'
import { preferenceMessages } from './messages.ts'

export function LookSettings() {
  const t = useMessages(preferenceMessages)
  const look = useLook()
  const notices = useDeviceNotices()
  return (
    <SettingsPage section="look">
      <Card>
        <div className="grid gap-4">
          <SelectField
            label={t.theme}
            value={look.theme}
            onChange={(event) => chooseLook({ theme: event.target.value as Look['theme'] })}
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
            onChange={(event) => chooseLook({ language: event.target.value as Look['language'] })}
          >
            <option value="en">English</option>
            <option value="de">Deutsch</option>
          </SelectField>
          <ZoneField
            label={t.zone}
            none={t.browser}
            value={look.zone ?? ''}
            onChange={(zone) => chooseLook({ zone: zone || null })}
          />
          <SelectField
            label={t.density}
            value={look.density}
            onChange={(event) => chooseLook({ density: event.target.value as Look['density'] })}
          >
            {Object.entries(t.densities).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <Switch label={t.keys} hint={t.keysHint} checked={look.keys} onChange={(keys) => chooseLook({ keys })} />
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
