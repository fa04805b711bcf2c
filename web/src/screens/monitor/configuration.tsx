// All settings, defaults in grey, also as YAML or JSON.
import type { FormField } from '../../api-types.ts'
import { useResource } from '../../api.ts'
import { useChoiceNames } from '../../parts/catalog-form/choice-names.ts'
import { useFormat } from '../../format/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { Segments } from '../../parts/choose.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useChoices } from '../../url.ts'
import { MonitorCheckIn } from './check-in/check-in-card.tsx'
import { asJson, asYaml } from './as-text.ts'
import { useMonitorMessages } from './messages.ts'
import { useTabMessages } from './tab-messages.ts'
import { type Monitor, type MonitorType, checksIn, useMonitorType } from './monitor-data.ts'

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

function useCommonRows(monitor: Monitor, type: MonitorType | undefined): ConfigurationRow[] {
  const t = useMonitorMessages()
  const { keys, values } = useTabMessages().configuration
  const format = useFormat()
  const { data } = useResource('/locations')
  const names = monitor.locations.map((id) => data?.data.find((location) => location.id === id)?.name ?? id)
  const rows: readonly (readonly [string, string | null])[] = [
    [keys.name, monitor.name],
    [keys.type, type?.name ?? monitor.type],
    [keys.target, monitor.target],
    [keys.interval, format.duration(monitor.interval_seconds)],
    [keys.locations, names.length > 0 ? names.join(', ') : null],
    [keys.strategy, names.length > 0 ? t.strategies[monitor.scheduling_strategy] : null],
    [keys.tags, monitor.tags.join(', ') || values.none],
    [keys.description, monitor.description],
    [keys.created, format.moment(monitor.created_at)],
  ]
  return rows.flatMap(([label, value]) => (value === null ? [] : [{ label, value, usual: false }]))
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
