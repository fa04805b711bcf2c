// Import: brings monitors from another tool, with a preview first.
import { useState } from 'react'
import { type AnswerOf, client, useResource } from '../../../api.ts'
import { NoPermission } from '../../../frame/not-found.tsx'
import { invalidate } from '../../../invalidation.ts'
import { Button } from '../../../parts/button.tsx'
import { Card, FigureStrip } from '../../../parts/card.tsx'
import { QueryResult, EmptyState } from '../../../parts/content-states.tsx'
import { useCan } from '../../../session.ts'
import { toast, toastError } from '../../../toast.ts'
import { SettingsPage } from '../settings-page.tsx'
import { type ImportDraft, type ImportSource, OriginFields, emptyDraft, originOf } from './origin-fields.tsx'
import { useImportMessages, useImportComparisonMessages } from './messages.ts'
import { type ImportReport, Report } from './report.tsx'
import { useSingleSubmit } from '../../../parts/form/single-submit.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Timestamp } from '../../../parts/time.tsx'
import { MonitorLink, IncidentLink } from '../../../parts/links.tsx'
import { type FormSubmit, useFormSubmit } from '../../../parts/form/use-form.tsx'
import { confirm } from '../../../frame/confirm/confirm.tsx'

export function Import() {
  const t = useImportMessages()
  const query = useResource('/dashboard/import-sources')
  if (!useCan()('member')) return <NoPermission />
  return (
    <SettingsPage section="import">
      <p className="muted">{t.intro}</p>
      <QueryResult query={query} what={t.failed}>
        {({ data }) => <ImportForm sources={data} />}
      </QueryResult>
    </SettingsPage>
  )
}

function ImportForm({ sources }: { sources: readonly ImportSource[] }) {
  const t = useImportMessages()
  const [draft, setDraft] = useState<ImportDraft>(() => emptyDraft(sources[0]!))
  const { report, comparison, running, preview, carryOut, compare, forget } = useImport(draft)
  const change = (next: ImportDraft): void => {
    setDraft(next)
    forget()
  }
  const source = sources.find(({ name }) => name === draft.source)!
  const monitors = report ? report.summary.create + report.summary.update : 0
  const others = report
    ? [...report.channels, ...report.resources].filter(({ action }) => action === 'create').length
    : 0
  const isIncomplete = draft.way === 'file' ? draft.file === null : draft.apiKey === ''
  return (
    <>
      <Card>
        <form className="stack" onSubmit={running.submit}>
          {running.summary}
          <OriginFields sources={sources} draft={draft} errors={running.errors} onChange={change} />
          <div className="actions">
            <Button weight="primary" busy={running.busy} disabled={isIncomplete} label={t.preview} onClick={preview} />
            {source.has_log && (
              <Button busy={running.busy} disabled={isIncomplete} label={t.compare} onClick={compare} />
            )}
          </div>
        </form>
      </Card>
      {report && (
        <Report
          report={report}
          action={
            report.dry_run &&
            monitors + others > 0 && (
              <Button
                weight="primary"
                busy={running.busy}
                label={monitors > 0 ? t.run(monitors) : t.runOthers}
                onClick={carryOut}
              />
            )
          }
        />
      )}
      {comparison && <Comparison comparison={comparison} />}
      <SwitchOver key={source.name} source={source} />
    </>
  )
}

interface ImportActions {
  readonly report: ImportReport | null
  readonly comparison: ImportComparison | null
  readonly running: FormSubmit
  readonly preview: () => void
  readonly carryOut: () => void
  readonly compare: () => void
  readonly forget: () => void
}

function useImport(draft: ImportDraft): ImportActions {
  const t = useImportMessages()
  const [result, setResult] = useState<ImportReport | ImportComparison | null>(null)
  const { shadow, channels, locations } = draft
  const send = async (dryRun: boolean): Promise<void> => {
    const chosen = locations.length > 0 ? { locations: [...locations] } : {}
    const body = { ...originOf(draft), dryRun, shadow, channels, ...chosen }
    const made: AnswerOf<'/monitors/import', 'post'> = await client.post('/monitors/import', { body })
    setResult(made)
    if (dryRun) return
    toast({ text: t.done })
    await invalidate('monitor', 'channel', 'contact', 'maintenance', 'statusPage')
  }
  const running = useFormSubmit(() => send(true))
  return {
    report: result?.object === 'import_report' ? result : null,
    comparison: result?.object === 'import_comparison' ? result : null,
    running,
    preview: () => running.run(() => send(true)),
    carryOut: () => running.run(() => send(false)),
    compare: () =>
      running.run(async () => setResult(await client.post('/monitors/import/compare', { body: originOf(draft) }))),
    forget: () => setResult(null),
  }
}

/** Ends the shadow mode of everything that was imported from a tool. */
function SwitchOver({ source: { name, title } }: { source: ImportSource }) {
  const t = useImportComparisonMessages()
  const { mutate, isPending } = useSingleSubmit({
    mutationFn: () => client.post('/monitors/import/switch-over', { body: { source: name } }),
    onSuccess: ({ switched }) => {
      toast({ text: switched.length > 0 ? t.switched(switched.length) : t.nothingToSwitch })
      void invalidate('monitor')
    },
    onError: toastError,
  })
  const ask = async (): Promise<void> => {
    if (await confirm({ title: t.switchQuestion(title), text: t.switchAnswer, verb: t.switchOver })) mutate()
  }
  return (
    <Card title={t.switchTitle}>
      <div className="grid gap-3">
        <p className="muted">{t.switchText}</p>
        <div className="actions">
          <Button busy={isPending} label={t.switchOver} onClick={() => void ask()} />
        </div>
      </div>
    </Card>
  )
}

// The outages that the other tool logged, beside the incidents of the imported monitors.

type ImportComparison = AnswerOf<'/monitors/import/compare', 'post'>

function Comparison({ comparison }: { comparison: ImportComparison }) {
  const t = useImportComparisonMessages()
  const format = useFormat()
  const { summary, only_theirs: theirs, only_ours: ours } = comparison
  const { agreed, only_theirs, only_ours, median_late_seconds: late, monitors } = summary
  if (agreed + only_theirs + only_ours === 0)
    return (
      <Card title={t.title}>
        <EmptyState title={monitors === 0 ? t.noMonitors : t.none} />
      </Card>
    )
  return (
    <section className="stack" aria-label={t.title}>
      <h2 className="strong">{t.title}</h2>
      <FigureStrip
        figures={[
          { label: t.agreed, value: agreed },
          { label: t.onlyTheirs, value: only_theirs },
          { label: t.onlyOurs, value: only_ours },
          ...(late === null ? [] : [{ label: t.late, value: format.duration(Math.max(0, late)) }]),
        ]}
      />
      {theirs.length > 0 && (
        <Card title={t.onlyTheirs} flush level={3}>
          <ul className="list">
            {theirs.map(({ key, monitor_id: id, name, start, message }) => (
              <li key={`${key} ${start}`}>
                <span className="min-w-0">
                  <MonitorLink id={id} name={name} />
                  <span className="sub">{message}</span>
                </span>
                <span className="at">
                  <Timestamp at={start} />
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {ours.length > 0 && (
        <Card title={t.onlyOurs} flush level={3}>
          <ul className="list">
            {ours.map(({ incident_id: number, name, start }) => (
              <li key={number}>
                <IncidentLink number={number} text={name} />
                <span className="at">
                  <Timestamp at={start} />
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}
