import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../../api.ts'
import { useDebounced } from '../../debounced.ts'
import { useNow } from '../../format/now.ts'
import { useViewerZone } from '../../parts/calendar/viewer-zone.ts'
import { calendarDays, dateOf, mondayOf } from '../../parts/calendar/zone-days.ts'
import { Card } from '../../parts/card.tsx'
import { QueryResult, Skeleton } from '../../parts/content-states.tsx'
import { useIsPhone } from '../../parts/is-phone.ts'
import { Agenda } from '../on-call/agenda.tsx'
import { useLayerNotes } from '../on-call/layer-note.ts'
import { Timeline } from '../on-call/timeline.tsx'
import type { layersOf } from './draft.ts'
import { useScheduleMessages } from './messages.ts'

interface DraftPreviewProps {
  readonly scheduleId: number | undefined
  readonly timezone: string
  readonly layers: ReturnType<typeof layersOf>
}

/** The draft over the next two weeks. */
export function DraftPreview({ scheduleId, timezone, layers }: DraftPreviewProps) {
  const t = useScheduleMessages()
  const zone = useViewerZone()
  const isPhone = useIsPhone()
  const now = useNow(60)
  const days = calendarDays(mondayOf(dateOf(now.getTime(), zone)), 14, zone)
  const span = { from: new Date(days[0]!.from).toISOString(), until: new Date(days.at(-1)!.to).toISOString() }
  const key = useDebounced(JSON.stringify({ scheduleId, timezone, layers, ...span }), 250)
  const body = JSON.parse(key) as { layers: NonNullable<typeof layers> | null; timezone: string } & typeof span
  const query = useQuery({
    queryKey: ['/dashboard/on-call/preview', key],
    queryFn: ({ signal }) =>
      client.post('/dashboard/on-call/preview', { body: { ...body, layers: body.layers! }, signal }),
    enabled: body.layers !== null,
    placeholderData: keepPreviousData,
  })
  const notes = useLayerNotes({
    timezone,
    layers: (layers ?? []).map((layer) => ({
      rotation: layer.rotation,
      shift_length_seconds: layer.shiftLengthSeconds,
      handoff_at: layer.handoffAt,
      starts_at: layer.startsAt,
    })),
  })
  return (
    <Card title={t.preview} flush>
      {layers === null ? (
        <p className="body muted">{t.incomplete}</p>
      ) : (
        <QueryResult query={query} what={t.previewFailed} waiting={<Skeleton height="46px" lines={3} />}>
          {(view) => (isPhone ? <Agenda view={view} now={now} /> : <Timeline {...{ view, days, zone, now, notes }} />)}
        </QueryResult>
      )}
    </Card>
  )
}
