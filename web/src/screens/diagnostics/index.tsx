// Diagnostics: a check that runs now, from several locations, with their results side by side.
import './diagnostics.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Diagnostic, DiagnosticType } from '../../api-types.ts'
import { ApiError, queryFor, useResource, useList, client } from '../../api.ts'
import { NotFound } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { listOf } from '../../i18n.ts'
import { usePreferences } from '../../preferences.ts'
import { useCan } from '../../session.ts'
import { useChoices } from '../../url.ts'
import { differencesBetween } from './differences.ts'
import { useDiagnosticMessages } from './messages.ts'
import { ResultActions, Results } from './results.tsx'
import { Link } from '@tanstack/react-router'
import { Card } from '../../parts/card.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { MoreButton, EmptyState, QueryResult } from '../../parts/content-states.tsx'
import { invalidate } from '../../invalidation.ts'
import { Chip } from '../../parts/choose.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { toggled } from '../../toggled.ts'
import { useFormSubmit } from '../../parts/form/use-form.tsx'
import { Button } from '../../parts/button.tsx'

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

interface RunFormProps {
  readonly types: readonly DiagnosticType[]
  readonly initial: { readonly type: string; readonly target: string; readonly results: Diagnostic['results'] }
  readonly onRun: (id: string) => void
}

const maxLocations = 10

function RunForm({ types, initial, onRun }: RunFormProps) {
  const t = useDiagnosticMessages()
  const available = types.filter((one) => one.available)
  const [typeName, setType] = useState(initial.type)
  const [target, setTarget] = useState(initial.target)
  const { locations, chosenIds, toggle } = useLocationChoice(initial.results)
  const chosen = available.find(({ type }) => type === typeName) ?? available[0]
  const running = useFormSubmit(async () => {
    if (!chosen) return
    const body = { type: chosen.type, target: target.trim() }
    const named = chosenIds.length > 0 ? { locations: chosenIds } : {}
    const { id } = await client.post('/diagnostics', { body: { ...body, ...named } })
    onRun(id)
    await invalidate('diagnostic')
  })
  return (
    <Card>
      <form className="stack" noValidate onSubmit={running.submit}>
        {running.summary}
        <TextField
          label={t.target}
          hint={chosen?.target_format.description}
          mono
          value={target}
          placeholder={chosen?.target_format.example}
          error={running.errors['target'] ?? running.errors['locations']}
          onChange={setTarget}
        />
        <div className="row wrap" role="group" aria-label={t.types}>
          {available.map(({ type, name }) => (
            <Chip key={type} on={type === chosen?.type} onClick={() => setType(type)}>
              {name}
            </Chip>
          ))}
        </div>
        <div className="row wrap" role="group" aria-label={t.locations}>
          <span className="muted">{t.locations}</span>
          {locations.map(({ id, name }) => (
            <Chip key={id} on={chosenIds.includes(id)} onClick={() => toggle(id)}>
              {name}
            </Chip>
          ))}
          {chosenIds.length === 0 && <span className="faint">{t.noLocations}</span>}
        </div>
        <div className="actions">
          <Button weight="primary" type="submit" icon="play" busy={running.busy} label={t.run} />
        </div>
      </form>
    </Card>
  )
}

/** Starts with the locations of the earlier run, or else with the first live ones. */
function useLocationChoice(results: Diagnostic['results']) {
  const { data } = useResource('/locations')
  const locations = (data?.data ?? []).filter(({ status }) => status === 'live')
  const [picked, setPicked] = useState<readonly string[] | null>(
    results.length > 0 ? results.map(({ location }) => location.id) : null,
  )
  const chosenIds = picked ?? locations.slice(0, maxLocations).map(({ id }) => id)
  const toggle = (id: string): void => setPicked(toggled(chosenIds, id))
  return { locations, chosenIds, toggle }
}
