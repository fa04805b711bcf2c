// Import: brings monitors from another tool, with a preview first.
import { useState } from 'react'
import { type AnswerOf, client, useResource } from '../../../api.ts'
import { NoPermission } from '../../../frame/not-found.tsx'
import { invalidate } from '../../../invalidation.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { QueryResult } from '../../../parts/content-states.tsx'
import { type FormSubmit, useFormSubmit } from '../../../parts/form/form-submit.tsx'
import { useCan } from '../../../session.ts'
import { toast } from '../../../toast.ts'
import { SettingsPage } from '../settings-page.tsx'
import { Comparison, type ImportComparison } from './comparison.tsx'
import { type ImportDraft, type ImportSource, OriginFields, emptyDraft, originOf } from './origin-fields.tsx'
import { useImportMessages } from './messages.ts'
import { type ImportReport, Report } from './report.tsx'
import { SwitchOver } from './switch-over.tsx'

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
  const channels = report?.channels.filter(({ action }) => action === 'create').length ?? 0
  const isIncomplete = draft.way === 'file' ? draft.file === null : draft.apiKey === ''
  return (
    <>
      <Card>
        <form className="stack" onSubmit={running.submit}>
          {running.summary}
          <OriginFields sources={sources} draft={draft} errors={running.errors} onChange={change} />
          <div className="actions">
            <Button weight="primary" busy={running.busy} disabled={isIncomplete} onClick={preview}>
              {t.preview}
            </Button>
            {source.has_log && (
              <Button busy={running.busy} disabled={isIncomplete} onClick={compare}>
                {t.compare}
              </Button>
            )}
          </div>
        </form>
      </Card>
      {report && (
        <Report
          report={report}
          action={
            report.dry_run &&
            monitors + channels > 0 && (
              <Button weight="primary" busy={running.busy} onClick={carryOut}>
                {monitors > 0 ? t.run(monitors) : t.runChannels}
              </Button>
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
    await invalidate('monitor', 'channel', 'contact')
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
