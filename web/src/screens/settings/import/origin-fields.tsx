// Where monitors are imported from, and how they run here.
import { type ChangeEvent, useRef, useState } from 'react'
import { type AnswerOf, useResource } from '../../../api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Button } from '../../../parts/button.tsx'
import { Chip, Segments } from '../../../parts/choose.tsx'
import { base64Of } from '../../../parts/form/base64-of.ts'
import { useImportMessages } from './messages.ts'
import { toggled } from '../../../toggled.ts'
import { ProblemText } from '../../../parts/form/form-error.tsx'
import { SelectField, Switch, TextField } from '../../../parts/form/field.tsx'

export type ImportSource = AnswerOf<'/dashboard/import-sources', 'get'>['data'][number]

export interface ImportDraft {
  readonly source: ImportSource['name']
  readonly way: 'file' | 'key'
  readonly file: { readonly name: string; readonly content: string } | null
  readonly apiKey: string
  readonly url: string
  readonly shadow: boolean
  readonly channels: boolean
  /** Empty for the usual location. */
  readonly locations: readonly string[]
}

export const emptyDraft = ({ name }: ImportSource): ImportDraft => ({
  source: name,
  way: 'file',
  file: null,
  apiKey: '',
  url: '',
  shadow: true,
  channels: true,
  locations: [],
})

export function originOf({ source, way, file, apiKey, url }: ImportDraft) {
  if (way === 'file') return { source, ...(file && { document: file.content, encoding: 'base64' as const }) }
  return { source, credentials: { apiKey, ...(url && { url }) } }
}

interface OriginFieldsProps {
  readonly sources: readonly ImportSource[]
  readonly draft: ImportDraft
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (draft: ImportDraft) => void
}

export function OriginFields({ sources, draft, errors, onChange }: OriginFieldsProps) {
  const t = useImportMessages()
  const source = sources.find(({ name }) => name === draft.source)!
  const ways = (['file', 'key'] as const).filter((way) => way === 'file' || source.has_api)
  return (
    <>
      <SelectField
        label={t.source}
        value={draft.source}
        options={sources.map(({ name }) => name).map((name) => [name, sources.find((one) => one.name === name)!.title])}
        onChange={(name) => onChange({ ...draft, source: name, way: 'file', file: null })}
      />
      {ways.length > 1 && (
        <Segments
          label={t.way}
          choices={ways.map((value) => ({ value, label: t.ways[value] }))}
          value={draft.way}
          onChange={(way) => onChange({ ...draft, way })}
        />
      )}
      {draft.way === 'file' ? (
        <FileField
          hint={t.takes(source.takes)}
          name={draft.file?.name}
          error={errors['document']}
          onChange={(file) => onChange({ ...draft, file })}
        />
      ) : (
        <ApiFields draft={draft} errors={errors} onChange={onChange} />
      )}
      <LocationChoice chosen={draft.locations} onChange={(locations) => onChange({ ...draft, locations })} />
      <Switch
        label={t.shadow}
        hint={t.shadowHint}
        value={draft.shadow}
        onChange={(shadow) => onChange({ ...draft, shadow })}
      />
      <Switch
        label={t.channels}
        hint={t.channelsHint}
        value={draft.channels}
        onChange={(channels) => onChange({ ...draft, channels })}
      />
    </>
  )
}

function ApiFields({ draft, errors, onChange }: Omit<OriginFieldsProps, 'sources'>) {
  const t = useImportMessages()
  return (
    <>
      <TextField
        label={t.apiKey}
        hint={t.apiKeyHint}
        type="password"
        required
        value={draft.apiKey}
        error={errors['credentials.apiKey'] ?? errors['credentials']}
        onChange={(apiKey) => onChange({ ...draft, apiKey })}
      />
      <TextField
        label={t.url}
        note={t.optional}
        hint={t.urlHint}
        type="url"
        value={draft.url}
        error={errors['credentials.url']}
        onChange={(url) => onChange({ ...draft, url })}
      />
    </>
  )
}

const maxFileBytes = 12 * 1024 * 1024

interface FileFieldProps {
  readonly hint: string
  readonly name: string | undefined
  readonly error: string | undefined
  readonly onChange: (file: ImportDraft['file']) => void
}

function FileField({ hint, name, error, onChange }: FileFieldProps) {
  const t = useImportMessages()
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const read = async (file: File): Promise<void> => {
    const content = file.size > maxFileBytes ? null : await base64Of(file)
    setProblem(content !== null ? null : file.size > maxFileBytes ? t.tooLarge(format.bytes(file.size)) : t.unreadable)
    onChange(content === null ? null : { name: file.name, content })
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [chosen] = target.files ?? []
    target.value = ''
    if (chosen) void read(chosen)
  }
  return (
    <div className="field">
      <p className="label">{t.file}</p>
      <div className="row wrap">
        <input ref={input} type="file" className="sr" aria-label={t.file} tabIndex={-1} onChange={choose} />
        <Button label={t.choose} onClick={() => input.current?.click()} />
        {name && <span className="break-words">{name}</span>}
      </div>
      <ProblemText text={problem ?? error} />
      <p className="hint">{hint}</p>
    </div>
  )
}

interface LocationChoiceProps {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** Nothing to choose if there is one location. */
function LocationChoice({ chosen, onChange }: LocationChoiceProps) {
  const t = useImportMessages()
  const { data } = useResource('/locations')
  const locations = data?.data ?? []
  if (locations.length < 2) return null
  const toggle = (id: string): void => onChange(toggled(chosen, id))
  return (
    <div className="row wrap" role="group" aria-label={t.locations}>
      <span className="muted">{t.locations}</span>
      {locations.map(({ id, name }) => (
        <Chip key={id} on={chosen.includes(id)} onClick={() => toggle(id)}>
          {name}
        </Chip>
      ))}
    </div>
  )
}
