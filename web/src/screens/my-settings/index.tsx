import { useParams } from '@tanstack/react-router'
import { type FunctionComponent, useState } from 'react'
import { NotFound, NoPermission } from '../../frame/not-found.tsx'
import type { personalSections } from '../../frame/settings-sections.ts'
import { Profile } from './profile.tsx'
import { Security } from './security.tsx'
import { useResource, client } from '../../api.ts'
import { useCan, useSession } from '../../session.ts'
import { useAddMethod } from '../contact-methods/add-method.tsx'
import { Ways } from '../contact-methods/ways.tsx'
import { SettingsPage } from '../settings/settings-page.tsx'
import { ProviderNote } from './provider-note.tsx'
import { savePreferences } from '../../save-preferences.ts'
import { switchDeviceNotices, useDeviceNotices } from '../../frame/notices/device-notices.ts'
import { languageNames, usePreferences } from '../../preferences.ts'
import { Card } from '../../parts/card.tsx'
import { ZoneField } from '../../parts/form/zone-field.tsx'
import { usePreferenceMessages } from './messages.ts'
import type { PagingPreferences } from '../../api-types.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { useViewerZone } from '../../parts/calendar/viewer-zone.ts'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { toast, toastError } from '../../toast.ts'
import { HoursRow } from '../schedule-editor/hours-fields.tsx'
import { usePagingMessages } from './paging-messages.ts'
import { fieldsOf } from '../../parts/form/use-form.tsx'
import { SelectField, optionsOf, Switch } from '../../parts/form/field.tsx'

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

/** How and when the user is paged: contact methods, devices, quiet hours. */
function Paging() {
  return useCan()('member') ? <PagingSettings /> : <NoPermission />
}

function PagingSettings() {
  const { rights } = useSession()
  const { button, dialog } = useAddMethod()
  const count = useResource('/dashboard/contact-methods').data?.data.length
  return (
    <SettingsPage section="paging" actions={count !== 0 && button}>
      <Ways action={button} />
      {rights.settings ? <QuietHours /> : <ProviderNote about="paging" />}
      {dialog}
    </SettingsPage>
  )
}

/** The user's preferences; other browsers start with them. */
function PreferencesSettings() {
  const t = usePreferenceMessages()
  const look = usePreferences()
  const notices = useDeviceNotices()
  const { rights } = useSession()
  const field = fieldsOf(look, savePreferences)
  return (
    <SettingsPage section="look">
      {!rights.settings && <ProviderNote about="look" />}
      <Card stack>
        <SelectField label={t.theme} options={optionsOf(t.themes)} {...field('theme')} />
        <SelectField label={t.language} hint={t.languageHint} options={languageNames} {...field('language')} />
        <ZoneField
          label={t.zone}
          none={t.browser}
          value={look.zone ?? ''}
          onChange={(zone) => savePreferences({ zone: zone || null })}
        />
        <SelectField label={t.density} options={optionsOf(t.densities)} {...field('density')} />
        <Switch label={t.keys} hint={t.keysHint} value={look.keys} onChange={(keys) => savePreferences({ keys })} />
        <Switch
          label={t.notices}
          hint={t.noticesHint[notices]}
          value={notices === 'on'}
          disabled={notices === 'refused' || notices === 'impossible'}
          onChange={(wanted) => void switchDeviceNotices(wanted, t.hello)}
        />
      </Card>
    </SettingsPage>
  )
}

/** Which pages the user wants, and when. Saved at once, like the other preferences. */
const night = { days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '07:00' }

function QuietHours() {
  const t = usePagingMessages()
  const zone = useViewerZone()
  const [draft, setDraft] = useState<PagingPreferences>(useSession().preferences.paging)
  const change = (part: Partial<PagingPreferences>): void => setDraft((before) => ({ ...before, ...part }))
  const saving = useSingleSubmit({
    mutationFn: () => client.patch('/dashboard/preferences', { body: { paging: draft } }),
    onSuccess: async () => {
      await invalidate('profile')
      toast({ text: t.saved })
    },
    onError: toastError,
  })
  const { quiet_hours: hours } = draft
  const field = fieldsOf(draft, change)
  return (
    <Card title={t.title} stack>
      <Switch label={t.onlyCritical} hint={t.onlyCriticalHint} {...field('only_critical')} />
      <Switch
        label={t.quietHours}
        hint={t.quietHoursHint}
        value={hours !== null}
        onChange={(isOn) => change({ quiet_hours: isOn ? { ...night, timezone: zone } : null })}
      />
      {hours && (
        <>
          <HoursRow restriction={hours} onChange={(part) => change({ quiet_hours: { ...hours, ...part } })} />
          <ZoneField
            label={t.zone}
            value={hours.timezone}
            onChange={(timezone) => timezone && change({ quiet_hours: { ...hours, timezone } })}
          />
          <Switch
            label={t.critical}
            hint={draft.quiet_for_critical ? t.criticalHeld : t.criticalThrough}
            value={!draft.quiet_for_critical}
            onChange={(comesThrough) => change({ quiet_for_critical: !comesThrough })}
          />
        </>
      )}
      <div className="actions">
        <Button weight="primary" busy={saving.isPending} label={t.save} onClick={() => saving.mutate()} />
      </div>
    </Card>
  )
}
