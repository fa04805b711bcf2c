import { useState } from 'react'
import { Button } from '../button.tsx'
import { type JsonLine, readJsonLines } from './json-lines.ts'
import { useItemsFieldMessages } from './messages.ts'
import { Code } from '../card.tsx'

interface ResponsePickerProps {
  readonly body: string
  /** The lists that a picked value can be added to. */
  readonly picks: readonly { readonly key: string; readonly label: string; readonly add: string }[]
  readonly onPick: (key: string, line: JsonLine) => void
}

/** The response of a test; a value of JSON can be selected and used. */
export function ResponsePicker({ body, picks, onPick }: ResponsePickerProps) {
  const t = useItemsFieldMessages()
  const [selected, setSelected] = useState<string | null>(null)
  const lines = readJsonLines(body)
  if (lines.length === 0) return <Code text={body} label={t.response} />
  return (
    <>
      <ul className="code picker" aria-label={t.response}>
        {lines.map((line) => (
          <li key={line.path} style={{ paddingInlineStart: `${line.depth}rem` }}>
            {line.name !== null && <span className="muted">{line.name}: </span>}
            {line.value === undefined ? (
              line.text === '[' ? (
                '[ ]'
              ) : (
                '{ }'
              )
            ) : (
              <button
                type="button"
                className="link"
                aria-expanded={selected === line.path}
                onClick={() => setSelected(selected === line.path ? null : line.path)}
              >
                {line.text}
              </button>
            )}
            {selected === line.path && (
              <span className="row wrap">
                <span className="faint">{line.path}</span>
                {picks.map(({ key, add }) => (
                  <Button key={key} small label={add} onClick={() => onPick(key, line)} />
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="hint">{t.pickHint}</p>
    </>
  )
}
