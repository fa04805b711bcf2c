// All settings, defaults in grey, also as YAML or JSON.
import { useQueries } from '@tanstack/react-query'
import type { FormField } from '../../api-types.ts'
import { queryFor, useResource } from '../../api.ts'
import { useChoiceNames } from '../../parts/catalog-form/choice-names.ts'
import { useFormat } from '../../format/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { Segments } from '../../parts/choose.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useMonitorFieldMessages } from '../../parts/vocabulary/monitor-field-messages.ts'
import { type MonitorDraft, fieldKeys, monitorFields } from '../../parts/vocabulary/monitor-fields.ts'
import { useChoices } from '../../url.ts'
import { draftOf } from '../monitor-editor/draft.ts'
import { MonitorCheckIn } from './check-in/check-in-card.tsx'
import { asJson, asYaml } from './as-text.ts'
import { useMonitorMessages } from './messages.ts'
import { useTabMessages } from './tab-messages.ts'
import { type Monitor, type MonitorType, checksIn, isProbed, useMonitorType } from './monitor-data.ts'

const views = ['form', 'yaml', 'json'] as const
type View = (typeof views)[number]

export function ConfigurationTab({ monitor }: { monitor: Monitor }) {
  const { configuration: t } = useTabMessages()
  const [{ as }, choose] = useChoices({ as: 'form' })
  const view = views.find((known) => known === as) ?? 'form'
  const text = view === 'json' ? asJson(monitor) : asYaml(monitor)
  return (
    <div className="stack">
      {checksIn(monitor) && <MonitorCheckIn monitor={monitor} />}
      <Card
        title={t.title}
        end={
          <>
            <Segments<View>
              label={t.shownAs}
              choices={[
                { value: 'form', label: t.form },
                { value: 'yaml', label: 'YAML' },
                { value: 'json', label: 'JSON' },
              ]}
              value={view}
              onChange={(value) => choose({ as: value })}
            />
            {view !== 'form' && (
              <CopyButton text={text} label={t.copy}>
                {t.copy}
              </CopyButton>
            )}
          </>
        }
      >
        {view === 'form' ? (
          <Values monitor={monitor} />
        ) : (
          <>
            <pre className="code" tabIndex={0} aria-label={t.title}>
              {text}
            </pre>
            <p className="hint mt-2">{t.secrets}</p>
          </>
        )}
      </Card>
    </div>
  )
}

interface ConfigurationRow {
  readonly label: string
  readonly value: string
  readonly usual: boolean
}

function Values({ monitor }: { monitor: Monitor }) {
  const { configuration: t } = useTabMessages()
  const type = useMonitorType(monitor.type)
  const rows = [...useCommonRows(monitor, type), ...useConfigRows(monitor, type)]
  return (
    <dl className="kv configuration">
      {rows.map(({ label, value, usual }) => (
        <div key={label} className={usual ? 'contents faint' : 'contents'}>
          <dt>{label}</dt>
          <dd className="mono">
            {value}
            {usual && <span className="sr"> ({t.usual})</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const ownRows: readonly (keyof MonitorDraft)[] = ['config', 'alertRules']

function useCommonRows(monitor: Monitor, type: MonitorType | undefined): ConfigurationRow[] {
  const { names } = useMonitorFieldMessages()
  const { created } = useTabMessages().configuration
  const textOf = useFieldText(monitor, type)
  const format = useFormat()
  const draft = draftOf(monitor)
  const rows = fieldKeys
    .filter((key) => !ownRows.includes(key) && !(monitorFields[key].onlyProbed && !isProbed(monitor)))
    .map((key) => {
      const { empty, required } = monitorFields[key]
      const usual = !required && JSON.stringify(draft[key]) === JSON.stringify(empty)
      return { label: names[key], value: textOf(key, draft), usual }
    })
  return [...rows, { label: created, value: format.moment(monitor.created_at), usual: false }]
}

/** Writes the value of a field for people. */
function useFieldText(
  monitor: Monitor,
  type: MonitorType | undefined,
): (key: keyof MonitorDraft, draft: MonitorDraft) => string {
  const t = useMonitorMessages()
  const { values } = useTabMessages().configuration
  const format = useFormat()
  const locations = useResource('/locations').data?.data
  const queries = monitor.depends_on.monitors.map((id) => queryFor('/monitors/{id}', { params: { id } }))
  const parents = useQueries({ queries }).flatMap(({ data }) => data ?? [])
  const nameIn = (known: readonly { id: string; name: string }[] | undefined, id: string): string =>
    known?.find((one) => one.id === id)?.name ?? id
  const special: { readonly [K in keyof MonitorDraft]?: (value: MonitorDraft[K]) => string } = {
    type: (code) => type?.name ?? code,
    interval: (seconds) => format.duration(seconds),
    locations: (ids) => ids.map((id) => nameIn(locations, id)).join(', '),
    schedulingStrategy: (strategy) => t.strategies[strategy],
    dependsOn: ({ monitors, tags, vendors }) =>
      [...monitors.map((id) => nameIn(parents, id)), ...tags, ...vendors].join(', '),
  }
  return (key, draft) => {
    const value = draft[key]
    const write = special[key] as ((value: unknown) => string) | undefined
    if (write) return write(value) || values.none
    if (typeof value === 'boolean') return value ? values.yes : values.no
    return (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || values.none
  }
}

function useConfigRows({ config }: Monitor, type: MonitorType | undefined): ConfigurationRow[] {
  const { configuration: t } = useTabMessages()
  const format = useFormat()
  const nameOf = useChoiceNames()
  return (type?.config ?? []).map((field) => {
    const { key, label, default: usual, secret } = field
    const set = key in config
    const value = set ? config[key] : usual
    const text = secret && set ? t.stored : wordsFor(value, field)
    return { label, value: text, usual: !set }
  })

  function wordsFor(value: unknown, field: FormField): string {
    if (value === null || value === undefined || value === '') return t.values.none
    if (typeof value === 'boolean') return value ? t.values.yes : t.values.no
    if (field.enum?.includes(value as string)) return nameOf(value as string, field)
    if (typeof value === 'number') return format.metric(value, field.unit)
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
}
