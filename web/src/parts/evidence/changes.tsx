// The changes of an activity log entry, as old value → new value.
import { usePreferences } from '../../preferences.ts'
import { changedFieldName } from '../vocabulary/changed-field.ts'
import { useChangeValueMessages } from '../messages.ts'

type ChangeTexts = ReturnType<typeof useChangeValueMessages>

interface FromTo {
  readonly from?: unknown
  readonly to?: unknown
}

export function Changes({ changes }: { changes: Readonly<Record<string, unknown>> }) {
  const t = useChangeValueMessages()
  const { language } = usePreferences()
  const shown = Object.entries(changes).filter((entry): entry is [string, FromTo] => isChange(entry[1]))
  return shown
    .filter(([, { from, to }]) => !(isNothing(from) && isNothing(to)))
    .map(([key, { from, to }]) => (
      <span key={key} className="sub break-words">
        {changedFieldName(key, language)}:{' '}
        <span className="mono">{isNothing(from) ? '' : `${formatValue(from, t)} → `}</span>
        <span className="mono">{formatValue(to, t)}</span>
      </span>
    ))
}

const isChange = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('from' in value || 'to' in value)

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

const maxLength = 120
const isId = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)

function formatValue(value: unknown, t: ChangeTexts): string {
  if (isNothing(value)) return t.none
  if (typeof value === 'boolean') return value ? t.yes : t.no
  if (Array.isArray(value) && value.every(isId)) return t.things(value.length)
  const isList = Array.isArray(value) && value.every((item) => typeof item !== 'object')
  const text = isList ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}
