// The list of hosts, trouble first.
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { HostRows, HostRow } from '../../api-types.ts'
import { client } from '../../api.ts'
import { useDebounced } from '../../debounced.ts'
import { useCommands } from '../../frame/commands.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Chip, Segments } from '../../parts/choose.tsx'
import { useCan } from '../../session.ts'
import { useChoices } from '../../url.ts'
import { HostStatus, isFailing, isWaiting } from './host-status.tsx'
import { pressureOn } from './pressure.ts'
import { useHostListMessages } from './messages.ts'
import { useFormat } from '../../format/use-format.ts'
import { RelativeTime } from '../../parts/time.tsx'
import { Usage } from './usage.tsx'
import { Table } from '../../parts/table.tsx'
import { fieldsOf } from '../../parts/form/use-form.tsx'
import { MoreButton, EmptyState, QueryResult } from '../../parts/content-states.tsx'

const noFilters = { q: '', state: '', tag: '' }
type HostFilters = { readonly [K in keyof typeof noFilters]: string }

const pageSize = 100
const pauseMs = 120

function hostsQuery({ q, state, tag }: HostFilters) {
  const path = '/dashboard/hosts'
  const filter = { q: q || undefined, state: state || undefined, tag: tag || undefined }
  return infiniteQueryOptions({
    queryKey: [path, filter],
    queryFn: ({ signal, pageParam }): Promise<HostRows> =>
      client.get(path, { query: { ...filter, offset: pageParam, limit: pageSize }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.length * pageSize < total ? pages.length * pageSize : undefined),
    select: ({ pages }) => ({ rows: pages.flatMap(({ data }) => data), total: pages[0]?.total ?? 0 }),
  })
}

export function Screen(): ReactNode {
  const t = useHostListMessages()
  const navigate = useNavigate()
  const mayWrite = useCan()('member')
  const filtered = useFilteredHosts()
  const all = useInfiniteQuery(hostsQuery(noFilters))
  const title = useTitle(all.data)
  useCommands(
    mayWrite ? [{ label: t.add, keys: 'c', icon: 'plus', run: () => void navigate({ to: '/hosts/new' }) }] : [],
  )
  const add = mayWrite && <ButtonLink weight="primary" icon="plus" label={t.add} to="/hosts/new" />
  const hasHosts = (all.data?.total ?? 0) > 0
  return (
    <>
      <PageHead title={title} actions={hasHosts && add} />
      <QueryResult query={all} what={t.couldNotLoad}>
        {({ total }) =>
          total === 0 ? (
            <EmptyState title={t.empty} text={t.emptyGives} action={add} docs="hosts" />
          ) : (
            <HostList {...filtered} />
          )
        }
      </QueryResult>
    </>
  )
}

function useTitle(hosts: { readonly rows: HostRows['data']; readonly total: number } | undefined): string {
  const t = useHostListMessages()
  if (!hosts) return t.title
  const failing = hosts.rows.filter(isFailing).length
  const waiting = hosts.rows.filter(isWaiting).length
  if (hosts.total === 0) return t.empty
  if (failing > 0) return t.failing(failing)
  if (waiting > 0) return t.waiting(waiting)
  const pressed = hosts.rows.filter((host) => host.state === 'online' && pressureOn(host))
  const [first] = pressed
  if (!first) return t.well(hosts.total)
  return pressed.length > 1 ? t.pressedMany(pressed.length) : t.pressed[pressureOn(first)!](first.name)
}

function useFilteredHosts() {
  const [chosen, choose] = useChoices(noFilters)
  const q = useDebounced(chosen.q, pauseMs)
  return { chosen, choose, hosts: useInfiniteQuery(hostsQuery({ ...chosen, q })) }
}

function HostList({ chosen, choose, hosts }: ReturnType<typeof useFilteredHosts>) {
  const t = useHostListMessages()
  return (
    <div className="stack">
      <Filters chosen={chosen} choose={choose} />
      <QueryResult query={hosts} what={t.couldNotLoad}>
        {({ rows }) =>
          rows.length > 0 ? (
            <Card flush>
              <HostTable rows={rows} />
            </Card>
          ) : (
            <EmptyState title={t.noMatch} action={<Button label={t.clear} onClick={() => choose(noFilters)} />} />
          )
        }
      </QueryResult>
      <MoreButton query={hosts} />
    </div>
  )
}

interface FiltersProps {
  readonly chosen: HostFilters
  readonly choose: (change: Partial<HostFilters>) => void
}

function Filters({ chosen, choose }: FiltersProps) {
  const t = useHostListMessages()
  const field = fieldsOf(chosen, choose)
  return (
    <div className="row wrap">
      <Segments
        label={t.stateFilter}
        choices={[
          { value: '', label: t.all },
          { value: 'online', label: t.states.online },
          { value: 'stale,offline', label: t.states.offline },
        ]}
        {...field('state')}
      />
      <input
        className="input w-auto"
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        value={chosen.q}
        onChange={(event) => choose({ q: event.target.value })}
      />
      {chosen.tag && (
        <Chip on onClick={() => choose({ tag: '' })}>
          {t.tag(chosen.tag)}
        </Chip>
      )}
    </div>
  )
}

function HostTable({ rows }: { rows: readonly HostRow[] }) {
  const t = useHostListMessages()
  const heads = [t.state, t.name, t.cpu, t.memory, t.disk, t.load, t.uptime, t.agent, t.seen]
  return (
    <Table columns={heads} stacked>
      {rows.map((host) => (
        <Row key={host.id} host={host} />
      ))}
    </Table>
  )
}

function Row({ host }: { host: HostRow }) {
  const t = useHostListMessages()
  const format = useFormat()
  const { cpu_pct: cpu, mem_used_pct: memory, fullest_disk: disk, load_per_core: load } = host
  const { uptime_seconds: uptime, agent_version: agent, last_seen_at: seen } = host
  return (
    <tr>
      <td>
        <HostStatus host={host} />
      </td>
      <td className="host-name">
        <Link className="name" to="/hosts/$id" params={{ id: host.id }}>
          {host.name}
        </Link>
        {(host.os !== null || host.tags.length > 0) && (
          <span className="sub">{[host.os, ...host.tags].filter(Boolean).join(' · ')}</span>
        )}
      </td>
      <td data-label={t.cpu}>{cpu === null ? '—' : <Usage percent={cpu} />}</td>
      <td data-label={t.memory}>{memory === null ? '—' : <Usage percent={memory} />}</td>
      <td data-label={t.disk}>
        {disk === null ? (
          '—'
        ) : (
          <Usage percent={disk.used_pct}>
            <span className="faint mono cut max-w-40">{disk.mount}</span>
          </Usage>
        )}
      </td>
      <td data-label={t.load} className="num">
        {load === null ? '—' : format.number(load)}
      </td>
      <td data-label={t.uptime} className="num nowrap">
        {uptime === null ? '—' : format.duration(uptime)}
      </td>
      <td data-label={t.agent} className="num">
        {agent ?? '—'}
      </td>
      <td data-label={t.seen} className="nowrap">
        {seen === null ? <span className="faint">{t.never}</span> : <RelativeTime at={seen} />}
      </td>
    </tr>
  )
}
