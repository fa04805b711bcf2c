// What an entry of the activity log changed: from → to, and what somebody made with what it began with.
import { useLook } from '../look.ts'
import { useMessages } from '../messages.ts'
import { changeWord } from './words/change-words.ts'
import { changeValueMessages } from './messages.ts'

type Words = ReturnType<typeof useMessages<(typeof changeValueMessages)['en']>>

interface FromTo {
  readonly from?: unknown
  readonly to?: unknown
}

export function Changes({ changes }: { changes: Readonly<Record<string, unknown>> }) {
  const say = useMessages(changeValueMessages)
  const { language } = useLook()
  const shown = Object.entries(changes).filter((entry): entry is [string, FromTo] => isChange(entry[1]))
  return shown
    .filter(([, { from, to }]) => !(isNothing(from) && isNothing(to)))
    .map(([key, { from, to }]) => (
      <span key={key} className="sub break-words">
        {changeWord(key, language)}: <span className="mono">{isNothing(from) ? '' : `${written(from, say)} → `}</span>
        <span className="mono">{written(to, say)}</span>
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

const longest = 120
const isId = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)

function written(value: unknown, say: Words): string {
  if (isNothing(value)) return say.none
  if (typeof value === 'boolean') return value ? say.yes : say.no
  if (Array.isArray(value) && value.every(isId)) return say.things(value.length)
  const isList = Array.isArray(value) && value.every((item) => typeof item !== 'object')
  const text = isList ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
