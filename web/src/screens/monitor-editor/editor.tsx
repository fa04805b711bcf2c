import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Location, MonitorType } from '../../api-types.ts'
import { queryFor, client, queries } from '../../api.ts'
import { useNavigateIfMounted } from '../../frame/navigate-if-mounted.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { toast } from '../../toast.ts'
import { useMessages } from '../../i18n.ts'
import { CheckInCard } from '../monitor/check-in/check-in-card.tsx'
import { Card } from '../../parts/card.tsx'
import { CatalogForm } from '../../parts/catalog-form/catalog-form.tsx'
import { TryRunContext } from '../../parts/catalog-form/try-run.ts'
import { Segments } from '../../parts/choose.tsx'
import { type MonitorDraft, bodyOf, changesOf, countChanges, withParent } from './draft.ts'
import { Problems } from './problems.tsx'
import { DependenciesCard } from './dependencies-card.tsx'
import { DraftText } from './draft-text.tsx'
import { editorMessages } from './messages.ts'
import { RulesCard } from './rules-card.tsx'
import { ScheduleCard } from './schedule-card.tsx'
import { SaveBar } from './save-bar.tsx'
import { TargetField } from './target-field.tsx'
import { TryCard } from './try-card.tsx'
import { type TryResult, useRunWith, useTry, valueIn } from './use-try.ts'
import { invalidate } from '../../invalidation.ts'
import { useFormSubmit } from '../../parts/form/use-form.tsx'
import { confirm } from '../../frame/confirm/confirm.tsx'

interface EditorProps {
  readonly types: readonly MonitorType[]
  readonly locations: readonly Location[]
  readonly initial: MonitorDraft
  /** The edited monitor; its type cannot change. */
  readonly monitorId?: string
}

type View = 'form' | 'yaml' | 'json'

export function Editor({ types, locations, initial: given, monitorId }: EditorProps) {
  const t = useMessages(editorMessages)
  // Keep the first value, so that changes by others do not count as changes here.
  const [initial, setInitial] = useState(given)
  const [draft, setDraft] = useState(initial)
  const [view, setView] = useState<View>('form')
  const change = (part: Partial<MonitorDraft>): void => setDraft((before) => ({ ...before, ...part }))
  /** The server has saved it already. */
  const addParent = (id: string): void => {
    setDraft((before) => withParent(before, id))
    setInitial((before) => withParent(before, id))
  }
  const type = types.find((one) => one.type === draft.type)
  const isEdited = JSON.stringify(draft) !== JSON.stringify(initial)
  const tried = useTry({ draft, type, locations, monitorId })
  const { saving, save } = useSave({ draft, initial, type, monitorId })
  useLeaveQuestion(isEdited && !saving.busy)
  useSaveKey(() => save(false))
  return (
    <form className="stack" noValidate onSubmit={saving.submit}>
      <PageHead
        title={monitorId ? t.editTitle(initial.name) : t.title}
        crumbs={[{ label: t.monitors, link: { to: '/monitors' } }, { label: monitorId ? initial.name : t.new }]}
        actions={<ViewChoice view={view} onChange={setView} />}
      />
      <div className="cols editor-cols">
        <div className="stack">
          <Problems errors={saving.errors} type={type} />
          {view !== 'form' && type ? (
            <DraftText key={view} language={view} draft={draft} type={type} onChange={setDraft} />
          ) : (
            <>
              <TargetField
                types={types}
                draft={draft}
                isFixed={monitorId !== undefined}
                error={saving.errors['target']}
                onChange={change}
              />
              {type && (
                <TypeFields
                  type={type}
                  draft={draft}
                  locations={locations}
                  monitorId={monitorId}
                  tried={tried}
                  errors={saving.errors}
                  onChange={change}
                  onParent={addParent}
                />
              )}
            </>
          )}
          {type && (
            <SaveBar
              busy={saving.busy}
              changes={monitorId ? countChanges(changesOf(draft, initial)) : null}
              onSave={save}
            />
          )}
        </div>
        <SideCard
          type={type}
          draft={draft}
          locations={locations}
          tried={tried}
          address={monitorId ? initial.target : null}
        />
      </div>
    </form>
  )
}

function ViewChoice({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const t = useMessages(editorMessages)
  return (
    <Segments
      label={t.view}
      value={view}
      onChange={onChange}
      choices={[
        { value: 'form', label: t.form },
        { value: 'yaml', label: 'YAML' },
        { value: 'json', label: 'JSON' },
      ]}
    />
  )
}

interface SideCardProps {
  readonly type: MonitorType | undefined
  readonly locations: readonly Location[]
  readonly draft: MonitorDraft
  readonly tried: TryResult
  /** Where the job of an existing monitor checks in. */
  readonly address: string | null
}

/** Tries a monitor that Lapwing checks, and explains how a job checks in with the others. */
function SideCard({ type, draft, locations, tried, address }: SideCardProps) {
  if (type && !type.requires_locations && type.enrolled_with === null)
    return <CheckInCard address={address} config={draft.config} intervalSeconds={draft.interval} />
  return <TryCard type={type} draft={draft} locations={locations} tried={tried} />
}

interface TypeFieldsProps extends Pick<EditorProps, 'locations'> {
  readonly monitorId: string | undefined
  readonly tried: TryResult
  readonly type: MonitorType
  readonly draft: MonitorDraft
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (part: Partial<MonitorDraft>) => void
  readonly onParent: (id: string) => void
}

function TypeFields({ type, draft, locations, monitorId, tried, errors, onChange, onParent }: TypeFieldsProps) {
  const t = useMessages(editorMessages)
  const runWith = useRunWith({ draft, locations, monitorId })
  return (
    <>
      <ScheduleCard draft={draft} type={type} locations={locations} errors={errors} onChange={onChange} />
      <DependenciesCard monitorId={monitorId} draft={draft} errors={errors} onChange={onChange} onParent={onParent} />
      <Card title={t.settings(type.name)}>
        <TryRunContext value={type.requires_locations ? runWith : null}>
          <CatalogForm
            fields={type.config}
            value={draft.config}
            errors={errors}
            onChange={(config) => onChange({ config })}
          />
        </TryRunContext>
      </Card>
      <RulesCard
        type={type}
        draft={draft}
        monitorId={monitorId}
        measured={(metric) => valueIn(tried.result, metric)}
        errors={errors}
        onChange={onChange}
      />
    </>
  )
}

interface SaveInput {
  readonly draft: MonitorDraft
  readonly initial: MonitorDraft
  readonly type: MonitorType | undefined
  readonly monitorId: string | undefined
}

function useSave({ draft, initial, type, monitorId }: SaveInput) {
  const t = useMessages(editorMessages)
  const navigateIfMounted = useNavigateIfMounted()
  const store = async (isPaused: boolean): Promise<void> => {
    if (!type) return
    const saved = monitorId
      ? await client.patch('/monitors/{id}', { params: { id: monitorId }, body: changesOf(draft, initial) })
      : await client.post('/monitors', { body: { ...bodyOf(draft, type.requires_locations), isPaused } })
    const { id, name } = saved
    toast({ text: monitorId || isPaused ? t.saved(name) : t.watching(name) })
    queries.setQueryData(
      queryFor('/monitors/{id}', { params: { id } }).queryKey,
      (known) => known && { ...known, ...saved },
    )
    void invalidate('monitor')
    await navigateIfMounted({ to: '/monitors/$id', params: { id }, ignoreBlocker: true })
  }
  const saving = useFormSubmit(() => store(false))
  const save = (isPaused: boolean): void => saving.run(() => store(isPaused))
  return { saving, save }
}

function useLeaveQuestion(isEdited: boolean): void {
  const t = useMessages(editorMessages)
  useBlocker({
    disabled: !isEdited,
    enableBeforeUnload: isEdited,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname) return false
      return !(await confirm({ title: t.leaveTitle, text: t.leaveText, verb: t.leaveVerb }))
    },
  })
}

function useSaveKey(save: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      save()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
