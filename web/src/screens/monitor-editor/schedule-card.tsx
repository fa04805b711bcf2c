import type { FormField, Location, MonitorType } from '../../api-types.ts'
import { useFormat } from '../../format/use-format.ts'
import { useMessages } from '../../i18n.ts'
import { usePreferences } from '../../preferences.ts'
import { Card } from '../../parts/card.tsx'
import { TokensField } from '../../parts/catalog-form/tokens-field.tsx'
import { Segments } from '../../parts/choose.tsx'
import { Check, Field, Switch, TextArea, TextField } from '../../parts/form/field.tsx'
import { useMonitorFieldMessages } from '../../parts/vocabulary/monitor-field-messages.ts'
import { fieldKeys, monitorFields } from '../../parts/vocabulary/monitor-fields.ts'
import type { MonitorDraft, Strategy } from './draft.ts'
import { editorMessages } from './messages.ts'
import { toggled } from '../../toggled.ts'

interface ScheduleCardProps {
  readonly draft: MonitorDraft
  readonly type: MonitorType
  readonly locations: readonly Location[]
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (part: Partial<MonitorDraft>) => void
}

const presets = [10, 30, 60, 300, 3600, 86_400]
const maxPresets = 4
const maxTags = 10

export function ScheduleCard({ draft, type, locations, errors, onChange }: ScheduleCardProps) {
  const t = useMessages(editorMessages)
  const { names } = useMonitorFieldMessages()
  return (
    <Card title={t.rhythm}>
      <div className="stack">
        <div className="editor-pair">
          <TextField
            label={names.name}
            value={draft.name}
            autoComplete="off"
            error={errors['name']}
            onChange={(name) => onChange({ name })}
          />
          <TokensField
            field={{ ...tagField, label: names.tags }}
            value={draft.tags}
            error={errors['tags']}
            onChange={(tags) => onChange({ tags: (tags ?? []) as readonly string[] })}
          />
        </div>
        <Interval draft={draft} least={type.min_interval_seconds} error={errors['interval']} onChange={onChange} />
        {type.requires_locations && (
          <>
            {draft.locations.length > 1 && (
              <div className="field">
                <span className="label">{names.schedulingStrategy}</span>
                <Segments
                  label={names.schedulingStrategy}
                  value={draft.schedulingStrategy}
                  onChange={(schedulingStrategy: Strategy) => onChange({ schedulingStrategy })}
                  choices={(['roundrobin', 'random', 'parallel'] as const).map((value) => ({
                    value,
                    label: t.strategies[value],
                  }))}
                />
              </div>
            )}
            <LocationChoice
              type={type}
              draft={draft}
              locations={locations}
              error={errors['locations']}
              onChange={onChange}
            />
          </>
        )}
        <PlainFields draft={draft} errors={errors} onChange={onChange} />
      </div>
    </Card>
  )
}

const tagField: FormField = {
  key: 'tags',
  type: 'array',
  required: false,
  default: [],
  secret: false,
  enum: null,
  min: null,
  max: null,
  items: 'string',
  max_items: maxTags,
  max_length: null,
  description: '',
  label: '',
  group: null,
  advanced: false,
  unit: null,
  placeholder: null,
  shown_when: null,
  fields: null,
  choices: null,
  sample: null,
  refers_to: null,
  item: null,
}

/** The fields without a control of their own. */
function PlainFields({ draft, errors, onChange }: Pick<ScheduleCardProps, 'draft' | 'errors' | 'onChange'>) {
  const { names, hints } = useMonitorFieldMessages()
  return fieldKeys.map((key) => {
    const { control, empty } = monitorFields[key]
    const change = (value: unknown): void => onChange({ [key]: value })
    const texts = { key, label: names[key], hint: (hints as Partial<Record<string, string>>)[key], error: errors[key] }
    if (control === 'switch') return <Switch {...texts} key={key} value={draft[key] === true} onChange={change} />
    if (control === 'own') return null
    const text = String(draft[key] ?? '')
    return <TextArea {...texts} key={key} rows={2} value={text} onChange={(value) => change(value || empty)} />
  })
}

interface IntervalProps {
  readonly draft: MonitorDraft
  readonly least: number
  readonly error: string | undefined
  readonly onChange: (part: Partial<MonitorDraft>) => void
}

function Interval({ draft, least, error, onChange }: IntervalProps) {
  const t = useMessages(editorMessages)
  const { names } = useMonitorFieldMessages()
  const format = useFormat()
  const allowed = presets.filter((seconds) => seconds >= least).slice(0, maxPresets)
  return (
    <Field label={names.interval} hint={t.everyHint(format.duration(least))} error={error}>
      {(attributes) => (
        <span className="row wrap">
          <Segments
            label={names.interval}
            value={String(draft.interval)}
            onChange={(seconds) => onChange({ interval: Number(seconds) })}
            choices={allowed.map((seconds) => ({ value: String(seconds), label: format.duration(seconds) }))}
          />
          <input
            className="input num interval-input"
            type="number"
            min={least}
            value={draft.interval}
            onChange={(event) => onChange({ interval: Number(event.target.value) })}
            {...attributes}
          />
          <span className="muted">{t.unitSeconds}</span>
        </span>
      )}
    </Field>
  )
}

interface LocationChoiceProps extends Pick<ScheduleCardProps, 'type' | 'draft' | 'locations' | 'onChange'> {
  readonly error: string | undefined
}

/** Unknown countries have the code ZZ and no name. */
function useRegionNames(): (code: string) => string {
  const { language } = usePreferences()
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return (code) => (code === 'ZZ' ? '' : (names.of(code) ?? ''))
}

function LocationChoice({ type, draft, locations, error, onChange }: LocationChoiceProps) {
  const t = useMessages(editorMessages)
  const { names } = useMonitorFieldMessages()
  const regionName = useRegionNames()
  const toggle = (id: string): void => onChange({ locations: toggled(draft.locations, id) })
  return (
    <fieldset>
      <legend className="label">
        {names.locations} <span className="opt">{t.chosenOf(draft.locations.length, locations.length)}</span>
      </legend>
      <div className="places">
        {locations.map(({ id, name, country_code: country, status, browser }) => (
          <div key={id} className={draft.locations.includes(id) ? 'place chosen' : 'place'}>
            <Check label={name} checked={draft.locations.includes(id)} onChange={() => toggle(id)} />
            <span className="faint">
              {status !== 'live' ? t.silent : type.needs_browser && !browser ? t.lacksBrowser : regionName(country)}
            </span>
          </div>
        ))}
      </div>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
