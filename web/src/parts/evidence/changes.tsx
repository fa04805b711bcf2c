// The changes of an activity log entry, as old value → new value.
import { useMetricUnit, useTypeName } from '../../catalog/catalog.ts'
import { useTranslation } from '../../catalog/use-translation.ts'
import { usePreferences } from '../../preferences.ts'
import { changedFieldName } from '../vocabulary/changed-field.ts'
import { changedValue, isNothing } from '../vocabulary/changed-value.ts'

interface FromTo {
  readonly from?: unknown
  readonly to?: unknown
}

export function Changes({ changes }: { changes: Readonly<Record<string, unknown>> }) {
  const shown = Object.entries(changes).filter((entry): entry is [string, FromTo] => isChange(entry[1]))
  const has = (field: string): { readonly enabled: boolean } => ({ enabled: shown.some(([key]) => key === field) })
  const { text: translated } = useTranslation(has('metric'))
  const reader = { ...usePreferences(), typeName: useTypeName(has('type')), translated }
  const unitOf = useMetricUnit(has('value'))
  const metric = (changes['metric'] as FromTo | undefined) ?? { from: changes['of_metric'], to: changes['of_metric'] }
  const text = (key: string, value: unknown, of: unknown): string =>
    changedValue(key, value, key === 'value' ? { ...reader, unit: unitOf(of) } : reader)
  return shown
    .filter(([key, { from, to }]) => !(isNothing(from) && isNothing(to)) && !isNamed(key, { from, to }))
    .map(([key, { from, to }]) => (
      <span key={key} className="sub break-words">
        {changedFieldName(key, reader.language)}: {isNothing(from) ? '' : `${text(key, from, metric.from)} → `}
        {text(key, to, metric.to)}
      </span>
    ))
}

/** The name of what was created or deleted is in the line above. */
const isNamed = (key: string, { from, to }: FromTo): boolean => key === 'name' && (isNothing(from) || isNothing(to))

const isChange = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('from' in value || 'to' in value)
