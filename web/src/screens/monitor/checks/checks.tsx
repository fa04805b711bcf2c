// The list of checks, with filters and details.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryFor, client } from '../../../api.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { Segments } from '../../../parts/choose.tsx'
import { EmptyState, ErrorState, QueryResult, Skeleton } from '../../../parts/content-states.tsx'
import { useChoices } from '../../../url.ts'
import { CheckTable } from './check-table.tsx'
import { useCheckMessages } from './check-messages.ts'
import { type Monitor, useLocationRows } from '../monitor-data.ts'
import { Select } from '../../../parts/form/select.tsx'

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
  const checks = query.data?.pages.flatMap(({ data }) => data) ?? []
  const clear = (): void => choose(defaultFilters)
  return (
    <div className="stack">
      <Filters monitor={monitor} chosen={chosen} choose={choose} />
      <Card flush>
        {query.isPending && (
          <div className="p-4">
            <Skeleton height="2rem" lines={8} />
          </div>
        )}
        {query.isError && checks.length === 0 && (
          <ErrorState error={query.error} what={t.notLoaded} onRetry={() => void query.refetch()} />
        )}
        {query.isSuccess && checks.length === 0 && (
          <EmptyState
            title={isFiltered(chosen) ? t.noneFits : t.none}
            action={isFiltered(chosen) && <Button label={t.clear} onClick={clear} />}
          />
        )}
        {checks.length > 0 && (
          <CheckTable monitor={monitor} checks={checks} open={chosen.check} onOpen={(check) => choose({ check })} />
        )}
        {query.hasNextPage && (
          <div className="p-3 text-center">
            <Button busy={query.isFetchingNextPage} label={t.more} onClick={() => void query.fetchNextPage()} />
          </div>
        )}
      </Card>
    </div>
  )
}

type CheckFilters = Readonly<Record<keyof typeof defaultFilters, string>>

const isFiltered = ({ result, location, from, until }: CheckFilters): boolean =>
  [result, location, from, until].some(Boolean)

function useChecks({ id }: Monitor, { result, location, from, until }: CheckFilters) {
  const path = '/dashboard/monitors/{id}/checks'
  return useInfiniteQuery({
    queryKey: [path, id, result, location, from, until],
    queryFn: ({ pageParam, signal }) =>
      client.get(path, {
        params: { id },
        query: {
          limit: 50,
          cursor: pageParam,
          result: resultOf(result),
          location: location || undefined,
          from: momentOf(from),
          until: momentOf(until),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
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
