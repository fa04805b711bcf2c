// The changes of an activity log entry, as old value → new value.
import { useTypeName } from '../../catalog/catalog.ts'
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
  return shown
    .filter(([, { from, to }]) => !(isNothing(from) && isNothing(to)))
    .map(([key, { from, to }]) => (
      <span key={key} className="sub break-words">
        {changedFieldName(key, reader.language)}: {isNothing(from) ? '' : `${changedValue(key, from, reader)} → `}
        {changedValue(key, to, reader)}
      </span>
    ))
}

const isChange = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('from' in value || 'to' in value)
