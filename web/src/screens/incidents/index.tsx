// The list of incidents.
import { type ReactNode, useState } from 'react'
import { client, useList, useResource } from '../../api.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { toast, toastError } from '../../toast.ts'
import { Button } from '../../parts/button.tsx'
import { Card, FigureStrip } from '../../parts/card.tsx'
import { useDebounced } from '../../debounced.ts'
import { useCan } from '../../session.ts'
import { IncidentTable } from './incident-table.tsx'
import { useIncidentListMessages } from './messages.ts'
import { useChoices } from '../../url.ts'
import { invalidate } from '../../invalidation.ts'
import { useFormat } from '../../format/use-format.ts'
import { Chip, Segments } from '../../parts/choose.tsx'
import { fieldsOf } from '../../parts/form/use-form.tsx'
import { MoreButton, EmptyState, QueryResult } from '../../parts/content-states.tsx'
import { Select } from '../../parts/form/field.tsx'

const pauseMs = 120

export function Screen(): ReactNode {
  const t = useIncidentListMessages()
  const mayWrite = useCan()('member')
  const [chosen, choose] = useChoices(defaultFilters)
  const [selected, setSelected] = useState<readonly number[]>([])
  const acknowledge = useAcknowledge()
  const q = useDebounced(chosen.q, pauseMs)
  const incidents = useList('/dashboard/incidents', { query: queryOf({ ...chosen, q }) })
  const open = useList('/dashboard/incidents', { query: { status: 'open' } })
  return (
    <>
      <PageHead title={titleOf()} />
      <div className="stack">
        <Figures />
        <Filters chosen={chosen} choose={choose} />
        <QueryResult query={incidents} what={t.couldNotLoad}>
          {(rows) =>
            rows.length > 0 ? (
              <>
                <Card flush>
                  <IncidentTable
                    rows={rows}
                    selected={selected}
                    onSelect={mayWrite ? setSelected : null}
                    onAcknowledge={mayWrite ? (ids) => void acknowledge(ids) : null}
                  />
                </Card>
                <MoreButton query={incidents} />
              </>
            ) : isFiltered(chosen) ? (
              <EmptyState
                title={t.noMatch}
                action={<Button label={t.clear} onClick={() => choose(defaultFilters)} />}
              />
            ) : (
              <EmptyState title={t.nothingOpen} text={t.emptyGives} />
            )
          }
        </QueryResult>
        {selected.length > 0 && <SelectionBar selected={selected} onClear={() => setSelected([])} />}
      </div>
    </>
  )

  function titleOf(): string {
    if (!open.data) return t.incidents
    const firing = open.data.filter(({ status }) => status === 'firing').length
    const acknowledged = open.data.length - firing
    if (firing > 0 && acknowledged > 0) return t.open(firing, acknowledged)
    if (firing > 0) return t.onlyFiring(firing)
    return acknowledged > 0 ? t.onlyAcknowledged(acknowledged) : t.nothingOpen
  }
}

function useAcknowledge() {
  const t = useIncidentListMessages()
  return async (ids: readonly number[]): Promise<void> => {
    const results = await Promise.allSettled(
      ids.map((id) => client.post('/incidents/{id}/acknowledge', { params: { id } })),
    )
    const refused = results.find((one) => one.status === 'rejected')
    if (refused) toastError(refused.reason)
    else toast({ text: t.takenMany(ids.length) })
    await invalidate('incident')
  }
}

function SelectionBar({ selected, onClear }: { selected: readonly number[]; onClear: () => void }) {
  const t = useIncidentListMessages()
  const acknowledge = useAcknowledge()
  const acknowledgeAll = async (): Promise<void> => {
    onClear()
    await acknowledge(selected)
  }
  return (
    <div className="card foot-bar" role="region" aria-label={t.selection}>
      <span className="num">{t.selected(selected.length)}</span>
      <Button weight="primary" label={t.takeMany(selected.length)} onClick={() => void acknowledgeAll()} />
      <Button weight="ghost" label={t.none} onClick={onClear} />
    </div>
  )
}

const queryOf = ({
  status,
  severity,
  q,
  mine,
  monitor,
  tag,
  cause,
  since,
  until,
}: IncidentFilters): Record<string, string> => ({
  status,
  severity,
  q,
  mine,
  monitor,
  tag,
  cause,
  since,
  until,
})

function Figures() {
  const t = useIncidentListMessages()
  const format = useFormat()
  const stats = useResource('/incidents/stats', { query: { period: '7d' } })
  const long = (seconds: number | null): string => (seconds === null ? '—' : format.duration(seconds))
  return (
    <QueryResult query={stats} what={t.statsFailed}>
      {(data) => (
        <FigureStrip
          figures={[
            { label: t.total, value: format.number(data.total) },
            { label: t.toAcknowledge, value: long(data.mtta_seconds) },
            { label: t.toResolve, value: long(data.mttr_seconds) },
            {
              label: t.between,
              value: data.total < 2 || data.too_early ? '—' : long(data.mtbf_seconds),
              note: data.too_early && t.tooEarly,
            },
            { label: t.falseAlarms, value: format.number(data.false_positives) },
          ]}
        />
      )}
    </QueryResult>
  )
}

const defaultFilters = {
  status: 'open',
  severity: '',
  q: '',
  mine: '',
  monitor: '',
  tag: '',
  cause: '',
  since: '',
  until: '',
}
type IncidentFilters = { readonly [K in keyof typeof defaultFilters]: string }

const isFiltered = ({ status: _, ...chosen }: IncidentFilters): boolean =>
  Object.values(chosen).some((value) => value !== '')

interface FiltersProps {
  readonly chosen: IncidentFilters
  readonly choose: (change: Partial<IncidentFilters>) => void
}

function Filters({ chosen, choose }: FiltersProps) {
  const t = useIncidentListMessages()
  const field = fieldsOf(chosen, choose)
  return (
    <div className="row wrap">
      <Segments
        label={t.show}
        choices={[
          { value: 'open', label: t.openTab },
          { value: 'resolved', label: t.resolvedTab },
          { value: 'all', label: t.allTab },
        ]}
        {...field('status')}
      />
      <input
        className="input w-auto"
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        value={chosen.q}
        onChange={(event) => choose({ q: event.target.value })}
      />
      <Select
        className="input w-auto"
        aria-label={t.severity}
        value={chosen.severity}
        none={t.any}
        options={[
          ['critical', t.critical],
          ['warning', t.warning],
        ]}
        onChange={(severity) => choose({ severity })}
      />
      <Chip on={chosen.mine === '1'} onClick={() => choose({ mine: chosen.mine ? '' : '1' })}>
        {t.mine}
      </Chip>
    </div>
  )
}
