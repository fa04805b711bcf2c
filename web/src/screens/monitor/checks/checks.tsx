// The list of checks, with filters and details.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listQueryFor, queryFor } from '../../../api.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Segments } from '../../../parts/choose.tsx'
import { EmptyState, QueryResult, PagedResult } from '../../../parts/content-states.tsx'
import { useChoices } from '../../../url.ts'
import { CheckTable } from './check-table.tsx'
import { useCheckMessages } from './check-messages.ts'
import { type Monitor, useLocationRows } from '../monitor-data.ts'
import { Select } from '../../../parts/form/field.tsx'

const defaultFilters = { result: '', location: '', from: '', until: '', check: '' }
type Result = '' | 'ok' | 'failed'

const resultOf = (text: string): 'ok' | 'failed' | undefined => (text === 'ok' || text === 'failed' ? text : undefined)

/** The latest checks, on the overview tab. */
export function LatestChecks({ monitor }: { monitor: Monitor }) {
  const t = useCheckMessages()
  const [{ result, check }, choose] = useChoices({ result: '', check: '' })
  const query = useQuery({
    ...queryFor('/dashboard/monitors/{id}/checks', {
      params: { id: monitor.id },
      query: { limit: 8, result: resultOf(result) },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Card
      title={t.latest}
      flush
      end={
        <>
          <Segments
            label={t.results}
            choices={[
              { value: '', label: t.all },
              { value: 'failed', label: t.failed },
            ]}
            value={result as Result}
            onChange={(value) => choose({ result: value })}
          />
          <Link className="link" to="/monitors/$id/$tab" params={{ id: monitor.id, tab: 'checks' }}>
            {t.allChecks}
          </Link>
        </>
      }
    >
      <QueryResult query={query} what={t.notLoaded}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="muted p-4">{result ? t.noneFits : t.none}</p>
          ) : (
            <CheckTable monitor={monitor} checks={data} open={check} onOpen={(id) => choose({ check: id })} />
          )
        }
      </QueryResult>
    </Card>
  )
}

export function ChecksTab({ monitor }: { monitor: Monitor }) {
  const t = useCheckMessages()
  const [chosen, choose] = useChoices(defaultFilters)
  const query = useChecks(monitor, chosen)
  const isFiltered = [chosen.result, chosen.location, chosen.from, chosen.until].some(Boolean)
  return (
    <div className="stack">
      <Filters monitor={monitor} chosen={chosen} choose={choose} />
      <PagedResult
        query={query}
        what={t.notLoaded}
        more={t.more}
        empty={
          <Card flush>
            <EmptyState
              title={isFiltered ? t.noneFits : t.none}
              action={isFiltered && <Button label={t.clear} onClick={() => choose(defaultFilters)} />}
            />
          </Card>
        }
      >
        {(checks) => (
          <Card flush>
            <CheckTable monitor={monitor} checks={checks} open={chosen.check} onOpen={(check) => choose({ check })} />
          </Card>
        )}
      </PagedResult>
    </div>
  )
}

type CheckFilters = Readonly<Record<keyof typeof defaultFilters, string>>

function useChecks({ id }: Monitor, { result, location, from, until }: CheckFilters) {
  const query = {
    limit: 50,
    result: resultOf(result),
    location: location || undefined,
    from: momentOf(from),
    until: momentOf(until),
  }
  return useInfiniteQuery({
    ...listQueryFor('/dashboard/monitors/{id}/checks', { params: { id }, query }),
    placeholderData: keepPreviousData,
  })
}

function momentOf(text: string): string | undefined {
  const at = new Date(text)
  return text === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

interface FiltersProps {
  readonly monitor: Monitor
  readonly chosen: CheckFilters
  readonly choose: (change: Partial<CheckFilters>) => void
}

function Filters({ monitor, chosen, choose }: FiltersProps) {
  const t = useCheckMessages()
  const { data } = useLocationRows(monitor.id)
  return (
    <div className="row wrap">
      <Segments
        label={t.results}
        choices={[
          { value: '', label: t.all },
          { value: 'failed', label: t.failed },
          { value: 'ok', label: t.passed },
        ]}
        value={chosen.result as Result}
        onChange={(result) => choose({ result })}
      />
      <Select
        className="input w-auto"
        aria-label={t.location}
        value={chosen.location}
        none={t.location}
        options={(data?.data ?? []).map(({ id, name }) => [id, name])}
        onChange={(location) => choose({ location })}
      />
      {(['from', 'until'] as const).map((edge) => (
        <label key={edge} className="row hint">
          {t[edge]}
          <input
            type="datetime-local"
            className="input w-auto"
            value={localOf(chosen[edge])}
            onChange={(event) => choose({ [edge]: momentOf(event.target.value) ?? '' })}
          />
        </label>
      ))}
    </div>
  )
}

/** The value of a datetime-local input: local time without a zone. */
function localOf(iso: string): string {
  const at = new Date(iso)
  if (iso === '' || Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
