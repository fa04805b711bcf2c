// One item: its plain parts, a tab for each of its lists, and a test run up to here with its response.
import { useState } from 'react'
import type { FormField } from '../../api-types.ts'
import { errorText } from '../../error-text.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../button.tsx'
import { Segments } from '../choose.tsx'
import { Field } from '../form/field.tsx'
import { StatusMark } from '../status-mark.tsx'
import { pickedItem } from './json-lines.ts'
import { useItemsFieldMessages } from './messages.ts'
import { PartInput, type FormRow, isPartShown } from './part-input.tsx'
import { ResponsePicker } from './response-picker.tsx'
import { Rows } from './rows-field.tsx'
import { withKey } from './shape.ts'
import { type RunEvidence, useTryRun } from './try-run.ts'
import { ProblemText } from '../form/form-error.tsx'

interface ItemFormProps {
  readonly field: FormField
  readonly item: FormRow
  /** The items in front of it, which a test runs first. */
  readonly before: readonly FormRow[]
  readonly onChange: (item: FormRow) => void
}

const general = ''

export function ItemForm({ field, item, before, onChange }: ItemFormProps) {
  const t = useItemsFieldMessages()
  const [tab, setTab] = useState(general)
  const lists = field.fields!.filter(({ fields }) => fields !== null)
  const list = lists.find(({ key }) => key === tab)
  const rowsOf = (key: string): readonly FormRow[] => (item[key] as readonly FormRow[] | undefined) ?? []
  const change = (key: string, value: unknown): void => onChange(withKey(item, key, value))
  const put = (key: string, rows: readonly FormRow[]): void => change(key, rows.length === 0 ? undefined : rows)
  return (
    <div className="item-form">
      <Segments
        label={t.parts}
        value={tab}
        onChange={setTab}
        choices={[
          { value: general, label: t.general },
          ...lists.map(({ key, label }) => ({ value: key, label: `${label} ${rowsOf(key).length || ''}`.trim() })),
        ]}
      />
      {list ? (
        <Rows
          parts={list.fields!}
          rows={rowsOf(list.key)}
          item={list.item}
          maxItems={list.max_items}
          onChange={(rows) => put(list.key, rows)}
        />
      ) : (
        <PlainParts field={field} item={item} onChange={change} />
      )}
      <RunToHere
        fieldKey={field.key}
        items={[...before, item]}
        picks={lists.flatMap(({ key, label, item: notes }) => (notes?.picked ? [{ key, label, add: notes.add }] : []))}
        onPick={(key, line) => {
          const notes = lists.find((one) => one.key === key)?.item
          put(key, [...rowsOf(key), pickedItem(notes!.picked!, line)])
          setTab(key)
        }}
      />
    </div>
  )
}

function PlainParts({
  field,
  item,
  onChange,
}: {
  field: FormField
  item: FormRow
  onChange: (key: string, value: unknown) => void
}) {
  const parts = field.fields!.filter(({ fields }) => fields === null)
  return (
    <div className="grid gap-3">
      {parts
        .filter((part) => isPartShown(part, item, parts))
        .map((part) =>
          part.type === 'boolean' ? (
            <PartInput key={part.key} part={part} row={item} onChange={(value) => onChange(part.key, value)} />
          ) : (
            <Field key={part.key} label={part.label}>
              {(names) => (
                <PartInput part={part} row={item} names={names} onChange={(value) => onChange(part.key, value)} />
              )}
            </Field>
          ),
        )}
    </div>
  )
}

interface RunToHereProps {
  readonly fieldKey: string
  readonly items: readonly FormRow[]
  readonly picks: Parameters<typeof ResponsePicker>[0]['picks']
  readonly onPick: Parameters<typeof ResponsePicker>[0]['onPick']
}

function RunToHere({ fieldKey, items, picks, onPick }: RunToHereProps) {
  const t = useItemsFieldMessages()
  const format = useFormat()
  const run = useTryRun()
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState<RunEvidence | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  if (!run) return null
  const start = async (): Promise<void> => {
    setBusy(true)
    setProblem(null)
    try {
      setResult(await run(fieldKey, items))
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="stack-tight">
      <span className="row wrap">
        <Button
          small
          icon="play"
          busy={isBusy}
          label={items.length > 1 ? t.runToHere : t.run}
          onClick={() => void start()}
        />
        <span className="row" role="status">
          {isBusy && t.running}
          {!isBusy && result && (
            <>
              <StatusMark status={result.isFine ? 'up' : 'down'} />
              {[
                result.statusCode,
                result.problem ?? t.passed,
                result.durationMs === null ? null : format.response(result.durationMs),
              ]
                .filter((text) => text !== null)
                .join(' · ')}
            </>
          )}
        </span>
      </span>
      <ProblemText text={problem} />
      {result?.body && <ResponsePicker body={result.body} picks={picks} onPick={onPick} />}
    </div>
  )
}
