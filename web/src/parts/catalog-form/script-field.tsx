import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { type AnswerOf, client } from '../../api.ts'
import { useDebounced } from '../../debounced.ts'
import { Field } from '../form/field.tsx'
import { type CatalogFieldProps, useFieldTexts } from './field-texts.ts'
import { useScriptFieldMessages } from './messages.ts'
import { TextButton } from '../button.tsx'

type Validation = AnswerOf<'/playwright/validate', 'post'>

const pauseMs = 500
const rows = 16

/** A script editor with line numbers. The server validates the script when typing pauses; problems are marked. */
export function ScriptField(props: CatalogFieldProps) {
  const { error, ...texts } = useFieldTexts(props)
  const script = typeof props.value === 'string' ? props.value : ''
  const validation = useValidation(script)
  const area = useRef<HTMLTextAreaElement>(null)
  const numbers = useRef<HTMLDivElement>(null)
  const wrong = new Set(validation?.errors.map(({ line }) => line))
  return (
    <Field {...texts} error={validation?.valid === false ? undefined : error}>
      {(names) => (
        <>
          <div className="script">
            <div ref={numbers} className="script-lines mono num" aria-hidden="true">
              {script.split('\n').map((_, index) => (
                <span key={index} className={wrong.has(index + 1) ? 'wrong' : undefined}>
                  {index + 1}
                </span>
              ))}
            </div>
            <textarea
              {...names}
              ref={area}
              className="input area mono"
              rows={rows}
              wrap="off"
              spellCheck={false}
              autoCapitalize="off"
              aria-invalid={wrong.size > 0 || names['aria-invalid'] ? true : undefined}
              value={script}
              maxLength={props.field.max_length ?? undefined}
              onScroll={({ currentTarget }) => numbers.current?.scrollTo({ top: currentTarget.scrollTop })}
              onChange={(event) => props.onChange(event.target.value || undefined)}
            />
          </div>
          <Findings validation={validation} onShow={(line) => show(area.current, line)} />
        </>
      )}
    </Field>
  )
}

interface FindingsProps {
  readonly validation: Validation | undefined
  readonly onShow: (line: number) => void
}

function Findings({ validation, onShow }: FindingsProps) {
  const t = useScriptFieldMessages()
  return (
    <div role="status">
      {validation?.valid && <p className="hint">{t.found(validation.tests.length, validation.steps.length)}</p>}
      {validation && !validation.valid && (
        <ul className="error grid gap-1" aria-label={t.problems}>
          {validation.errors.map(({ line, column, message }) => (
            <li key={`${line}:${column}:${message}`}>
              <TextButton label={t.line(line)} onClick={() => onShow(line)} /> {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The validation of the current text; undefined while it is running or if it failed. */
function useValidation(script: string): Validation | undefined {
  const debounced = useDebounced(script, pauseMs)
  const { data } = useQuery({
    queryKey: ['/playwright/validate', debounced],
    queryFn: ({ signal }) => client.post('/playwright/validate', { body: { script: debounced }, signal }),
    enabled: debounced.trim() !== '',
    staleTime: Infinity,
    gcTime: 0,
  })
  return debounced === script ? data : undefined
}

function show(area: HTMLTextAreaElement | null, line: number): void {
  if (!area) return
  const lines = area.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0)
  area.focus()
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
}
