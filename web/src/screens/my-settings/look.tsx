// How this browser shows Lapwing; other browsers of the same person begin with it.
import { chooseLook } from '../../choose-look.ts'
import { switchDeviceNotices, useDeviceNotices } from '../../frame/notices/device-notices.ts'
import { type Look, useLook } from '../../look.ts'
import { useMessages } from '../../messages.ts'
import { Card } from '../../parts/card.tsx'
import { SelectField, Switch } from '../../parts/form/field.tsx'
import { ZoneField } from '../../parts/form/zone-field.tsx'
import { SettingsPage } from '../settings/settings-page.tsx'
import { preferenceMessages } from './messages.ts'

export function LookSettings() {
  const say = useMessages(preferenceMessages)
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
