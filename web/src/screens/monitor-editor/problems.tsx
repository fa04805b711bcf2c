import type { MonitorType } from '../../api-types.ts'
import { useMessages } from '../../i18n.ts'
import { Callout } from '../../parts/card.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { useMonitorFieldMessages } from '../../parts/vocabulary/monitor-field-messages.ts'
import { editorMessages } from './messages.ts'
import { inWords } from './problem-words.ts'

interface ProblemsProps {
  readonly errors: Readonly<Record<string, string>>
  readonly type: MonitorType | undefined
}

/** Everything that is wrong with the draft, each with the label of its field. */
export function Problems({ errors, type }: ProblemsProps) {
  const t = useMessages(editorMessages)
  const names: Readonly<Record<string, string>> = useMonitorFieldMessages().names
  const found = Object.entries(errors)
  if (found.length === 0) return null
  const fields = type?.config ?? []
  const labelOf = (key: string): string => fields.find((field) => field.key === key)?.label ?? names[key] ?? ''
  return (
    <div role="alert">
      <Callout tone="down" mark={<StatusMark status="down" />}>
        <strong>{t.notSavedYet(found.length)}</strong>
        <ul>
          {found.map(([key, text]) => (
            <li key={key}>{[labelOf(key), inWords(text, fields)].filter(Boolean).join(': ')}</li>
          ))}
        </ul>
      </Callout>
    </div>
  )
}
