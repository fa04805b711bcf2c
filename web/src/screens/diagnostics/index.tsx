// Diagnostics: a check that runs now, from several locations, with their results side by side.
import './diagnostics.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Diagnostic, DiagnosticType } from '../../api-types.ts'
import { ApiError, queryFor, useResource, useList } from '../../api.ts'
import { NotFound } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { listOf } from '../../i18n.ts'
import { usePreferences } from '../../preferences.ts'
import { useCan } from '../../session.ts'
import { useChoices } from '../../url.ts'
import { differencesBetween } from './differences.ts'
import { useDiagnosticMessages } from './messages.ts'
import { ResultActions, Results } from './results.tsx'
import { RunForm } from './run-form.tsx'
import { Link } from '@tanstack/react-router'
import { Card } from '../../parts/card.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { MoreButton, EmptyState, QueryResult } from '../../parts/content-states.tsx'

const pollMs = 1000
const isOver = ({ status }: Diagnostic): boolean => status === 'done' || status === 'failed'

export function Screen(): ReactNode {
  const t = useDiagnosticMessages()
  const mayRun = useCan()('member')
  const [chosen, choose] = useChoices({ type: '', target: '', run: '' })
  const types = useResource('/diagnostics/types')
  const diagnostic = useQuery({
    ...queryFor('/diagnostics/{id}', { params: { id: chosen.run } }),
    enabled: chosen.run !== '',
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : pollMs),
  })
  const shown = chosen.run === '' ? undefined : diagnostic.data
  const title = useTitle(shown)
  const missing = diagnostic.error instanceof ApiError && [400, 404].includes(diagnostic.error.status)
  if (chosen.run !== '' && missing) return <NotFound />
  const typeOf = (name: string): DiagnosticType | undefined => types.data?.data.find(({ type }) => type === name)
  return (
    <>
      <PageHead title={title} actions={shown && <ResultActions diagnostic={shown} type={typeOf(shown.type)} />}>
        {t.context}
      </PageHead>
      <div className="stack">
        {mayRun && (
          <QueryResult query={types} what={t.typesFailed}>
            {({ data }) => (
              <RunForm
                key={chosen.run}
                types={data}
                initial={shown ?? { type: chosen.type, target: chosen.target, results: [] }}
                onRun={(run) => choose({ run, type: '', target: '' }, { push: true })}
              />
            )}
          </QueryResult>
        )}
        {chosen.run === '' ? (
          <EmptyState title={t.empty} text={t.emptyGives} docs="diagnostics" />
        ) : (
          <QueryResult query={diagnostic} what={t.couldNotLoad}>
            {(data) => <Results diagnostic={data} />}
          </QueryResult>
        )}
        <History current={chosen.run} nameOf={(type) => typeOf(type)?.name ?? type} />
      </div>
    </>
  )
}

function useTitle(diagnostic: Diagnostic | undefined): string {
  const t = useDiagnosticMessages()
  const { language } = usePreferences()
  if (!diagnostic) return t.title
  const { target, results, status } = diagnostic
  const looked = results.filter(({ success }) => success !== null)
  if (!isOver(diagnostic)) return t.running(target)
  if (status === 'failed') return t.notLooked(target)
  const different = [...new Set(differencesBetween(looked).flatMap(({ locations }) => locations))]
  if (different.length > 0) return t.differs(listOf(language, different), target)
  return looked[0]?.success ? t.same(target, looked.length) : t.sameBroken(target, looked.length)
}

interface HistoryProps {
  /** The run on screen. */
  readonly current: string
  readonly nameOf: (type: string) => string
}

const pageSize = 20

function History({ current, nameOf }: HistoryProps) {
  const t = useDiagnosticMessages()
  const runs = useList('/diagnostics', { query: { limit: pageSize } })
  return (
    <Card title={t.history}>
      <QueryResult query={runs} what={t.historyFailed}>
        {(data) =>
          data.length === 0 ? (
            <p className="muted">{t.historyEmpty}</p>
          ) : (
            <ul className="mark-list">
              {data.map((run) => (
                <li key={run.id}>
                  <StatusMark status={markOf(run)} />
                  <span className="min-w-0 flex-1">
                    <Link className="name break-all" to="/diagnostics" search={{ run: run.id }}>
                      {run.target}
                    </Link>
                    <span className="sub">
                      {nameOf(run.type)} · {t.from(run.results.length)}
                      {run.id === current && <> · {t.shown}</>}
                    </span>
                  </span>
                  <span className="nowrap muted">
                    <RelativeTime at={run.created_at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
      <MoreButton query={runs} />
    </Card>
  )
}

function markOf({ results, status }: Diagnostic): 'up' | 'degraded' | 'down' | 'unknown' {
  if (status !== 'done') return 'unknown'
  const failed = results.filter(({ success }) => success === false).length
  if (failed === 0) return 'up'
  return results.some(({ success }) => success === true) ? 'degraded' : 'down'
}
