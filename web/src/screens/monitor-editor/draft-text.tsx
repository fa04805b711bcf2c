import { useState } from 'react'
import { parse, stringify } from 'yaml'
import type { MonitorType } from '../../api-types.ts'
import { toast } from '../../toast.ts'
import { useMessages } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { TextArea } from '../../parts/form/field.tsx'
import { type MonitorDraft, bodyOf, readDraft } from './draft.ts'
import { editorMessages } from './messages.ts'

interface DraftTextProps {
  readonly language: 'yaml' | 'json'
  readonly draft: MonitorDraft
  readonly type: MonitorType
  readonly onChange: (draft: MonitorDraft) => void
}

/** The monitor as YAML or JSON. Invalid text does not change the draft. */
export function DraftText({ language, draft, type, onChange }: DraftTextProps) {
  const t = useMessages(editorMessages)
  const [text, setText] = useState(() => write(language, bodyOf(draft, type.requires_locations)))
  const [problem, setProblem] = useState<string | null>(null)
  const change = (next: string): void => {
    setText(next)
    try {
      onChange(readDraft(language === 'yaml' ? parse(next) : JSON.parse(next), draft))
      setProblem(null)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  const copy = (): void => void navigator.clipboard.writeText(text).then(() => toast({ text: t.copied }))
  return (
    <Card
      title={language.toUpperCase()}
      end={
        <Button small icon="copy" onClick={copy}>
          {t.copy}
        </Button>
      }
    >
      <TextArea
        label={<span className="sr">{t.text}</span>}
        hint={t.textHint}
        error={problem === null ? undefined : t.badText(problem)}
        mono
        rows={24}
        spellCheck={false}
        value={text}
        onChange={change}
      />
    </Card>
  )
}

const write = (language: 'yaml' | 'json', body: object): string =>
  language === 'yaml' ? stringify(body) : `${JSON.stringify(body, null, 2)}\n`
