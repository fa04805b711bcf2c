// Says in words what becomes silent and when.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MaintenancePreview } from '../../api-types.ts'
import { client } from '../../api.ts'
import { useDebounced } from '../../debounced.ts'
import { useFormat } from '../../format/use-format.ts'
import { listOf } from '../../i18n.ts'
import { clocksChange } from '../../parts/calendar/zone-days.ts'
import { Callout, Card } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { usePreferences } from '../../preferences.ts'
import type { MaintenancePlan, WindowDraft } from './draft.ts'
import { useWindowMessages } from './messages.ts'

interface PlanPreviewProps {
  /** The window that the plan changes, if there is one. */
  readonly windowId?: string
  readonly plan: MaintenancePlan | null
  readonly draft: WindowDraft
}

export function PlanPreview({ windowId, plan, draft }: PlanPreviewProps) {
  const t = useWindowMessages()
  const key = useDebounced(JSON.stringify(plan && { ...plan, windowId }), 250)
  const body = JSON.parse(key) as (MaintenancePlan & { windowId?: string }) | null
  const query = useQuery({
    queryKey: ['/dashboard/maintenance/preview', body],
    queryFn: ({ signal }) => client.post('/dashboard/maintenance/preview', { body: body!, signal }),
    enabled: body !== null,
    placeholderData: keepPreviousData,
  })
  return (
    <Card title={t.says}>
      {plan === null ? (
        <p className="muted">{t.incomplete}</p>
      ) : (
        <QueryResult query={query} what={t.previewFailed}>
          {(preview) => <Effects preview={preview} draft={draft} />}
        </QueryResult>
      )}
    </Card>
  )
}

function Effects({ preview, draft }: { preview: MaintenancePreview; draft: WindowDraft }) {
  const t = useWindowMessages()
  return (
    <div className="stack" role="status">
      <Silent preview={preview} draft={draft} />
      {preview.next.length === 0 ? (
        <p className="muted">{t.noDates}</p>
      ) : (
        <div>
          <h3 className="label">{t.nextDates}</h3>
          <Dates dates={preview.next} zone={draft.timezone} />
        </div>
      )}
      {preview.past > 0 && draft.excludeFromSla && <Callout status="degraded">{t.pastEffect}</Callout>}
    </div>
  )
}

function Silent({
  preview: { everything, monitors, names },
  draft,
}: {
  preview: MaintenancePreview
  draft: WindowDraft
}) {
  const t = useWindowMessages()
  const { language } = usePreferences()
  if (everything) return <Callout status="degraded">{t.silentAll(monitors)}</Callout>
  if (monitors === 0) return <p className="muted">{t.silentNone}</p>
  const more = monitors - names.length
  const listed = more > 0 ? names.join(', ') : listOf(language, names)
  return <p>{draft.suppressAlerts ? t.silent(listed, more) : t.covered(listed, more)}</p>
}

function Dates({ dates, zone }: { dates: MaintenancePreview['next']; zone: string }) {
  const t = useWindowMessages()
  const format = useFormat()
  return (
    <ol className="grid gap-2 mt-2">
      {dates.map(({ starts_at: start, ends_at: end }, index) => {
        const [from, to] = [Date.parse(start), Date.parse(end)]
        const before = dates[index - 1]
        const length = format.duration((to - from) / 1000)
        const notes = [
          before && clocksChange(Date.parse(before.starts_at), from, zone) && t.afterChange,
          clocksChange(from, to, zone) && t.duringChange(length),
        ].filter(Boolean)
        return (
          <li key={start}>
            <span className="num">
              {format.moment(start)} – {to - from < 86_400_000 ? format.clock(end) : format.moment(end)}
            </span>
            {notes.length > 0 && <span className="sub">{notes.join('; ')}</span>}
          </li>
        )
      })}
    </ol>
  )
}
