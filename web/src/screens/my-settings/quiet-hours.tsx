// Which pages the user wants, and when. Saved at once, like the other preferences.
import { useState } from 'react'
import type { PagingPreferences } from '../../api-types.ts'
import { client } from '../../api.ts'
import { errorText } from '../../error-text.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { useViewerZone } from '../../parts/calendar/viewer-zone.ts'
import { Card } from '../../parts/card.tsx'
import { Switch } from '../../parts/form/field.tsx'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { ZoneField } from '../../parts/form/zone-field.tsx'
import { useSession } from '../../session.ts'
import { toast } from '../../toast.ts'
import { HoursRow } from '../schedule-editor/hours-fields.tsx'
import { usePagingMessages } from './paging-messages.ts'

const night = { days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '07:00' }

export function QuietHours() {
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
    onError: (error) => toast({ text: errorText(error), tone: 'error' }),
  })
  const { quiet_hours: hours } = draft
  return (
    <Card title={t.title} stack>
      <Switch
        label={t.onlyCritical}
        hint={t.onlyCriticalHint}
        checked={draft.only_critical}
        onChange={(only_critical) => change({ only_critical })}
      />
      <Switch
        label={t.quietHours}
        hint={t.quietHoursHint}
        checked={hours !== null}
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
            checked={!draft.quiet_for_critical}
            onChange={(comesThrough) => change({ quiet_for_critical: !comesThrough })}
          />
        </>
      )}
      <div className="actions">
        <Button weight="primary" busy={saving.isPending} onClick={() => saving.mutate()}>
          {t.save}
        </Button>
      </div>
    </Card>
  )
}
