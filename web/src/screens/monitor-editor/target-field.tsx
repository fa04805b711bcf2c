import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '../../api.ts'
import { client } from '../../api.ts'
import type { MonitorType } from '../../api-types.ts'
import { useMessages } from '../../i18n.ts'
import { Chip } from '../../parts/choose.tsx'
import { Field } from '../../parts/form/field.tsx'
import { useDebounced } from '../../debounced.ts'
import { type MonitorDraft, withTarget, withType } from './draft.ts'
import { editorMessages } from './messages.ts'
import { TypeList } from './type-list.tsx'

type Fit = AnswerOf<'/dashboard/monitors/recognize', 'post'>['data'][number]

interface TargetFieldProps {
  readonly types: readonly MonitorType[]
  readonly draft: MonitorDraft
  readonly isFixed: boolean
  readonly error: string | undefined
  readonly onChange: (part: Partial<MonitorDraft>) => void
}

const maxShownFits = 5

/** The target field with matching types below, best first. */
export function TargetField({ types, draft, isFixed, error, onChange }: TargetFieldProps) {
  const t = useMessages(editorMessages)
  const [text, setText] = useState(draft.target)
  const [listing, setListing] = useState(false)
  const fits = useFits(text, isFixed)
  const take = (fit: Fit): void => {
    const type = types.find((one) => one.type === fit.type)
    if (type) onChange(withType(draft, type, { target: fit.target, config: { ...fit.config }, name: fit.name }))
  }
  useFirstFit({ fits, draft, isFixed, take })
  const write = (next: string): void => {
    setText(next)
    onChange(isFixed ? { target: next } : withTarget(draft, next))
  }
  const chosen = types.find(({ type }) => type === draft.type)
  const enrol = useEnrolment()
  return (
    <div className="stack">
      <Field label={t.targetLabel} hint={chosen ? chosen.target.description : t.targetHint} error={error}>
        {(names) => (
          <input
            className="input mono target-input"
            value={text}
            placeholder={chosen?.target.example ?? 'https://example.com'}
            autoFocus={!isFixed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => write(event.target.value)}
            {...names}
          />
        )}
      </Field>
      {!isFixed && (
        <TypeChips types={types} chosen={chosen} fits={fits} onTake={take} onList={() => setListing(true)} />
      )}
      {chosen ? (
        <p className="muted">{chosen.summary}</p>
      ) : (
        text.trim() !== '' && fits.length === 0 && <p className="muted">{t.nothingFits}</p>
      )}
      {listing && (
        <TypeList
          types={types}
          onClose={() => setListing(false)}
          onPick={(type) => {
            setListing(false)
            if (type.enrolled_with !== null) return enrol(type.enrolled_with)
            onChange(withType(draft, type))
          }}
        />
      )}
    </div>
  )
}

/** Some types are created together with another object, such as a host, on its own screen. */
function useEnrolment(): (path: string) => void {
  const { history } = useRouter()
  return (path) => history.push(`${path}/new`, undefined, { ignoreBlocker: true })
}

interface TypeChipsProps {
  readonly types: readonly MonitorType[]
  readonly chosen: MonitorType | undefined
  readonly fits: readonly Fit[]
  readonly onTake: (fit: Fit) => void
  readonly onList: () => void
}

function TypeChips({ types, chosen, fits, onTake, onList }: TypeChipsProps) {
  const t = useMessages(editorMessages)
  const shown = fits.slice(0, maxShownFits)
  const isShown = shown.some(({ type }) => type === chosen?.type)
  return (
    <div className="row wrap" role="group" aria-label={t.types}>
      {chosen && !isShown && (
        <Chip on onClick={onList}>
          {chosen.name}
        </Chip>
      )}
      {shown.map((fit) => (
        <Chip key={fit.type} on={fit.type === chosen?.type} onClick={() => onTake(fit)}>
          {types.find(({ type }) => type === fit.type)?.name ?? fit.type_name}
        </Chip>
      ))}
      <Chip on={false} dashed onClick={onList}>
        {t.allTypes(types.length)}
      </Chip>
    </div>
  )
}

const pauseMs = 150

function useFits(text: string, isFixed: boolean): readonly Fit[] {
  const debounced = useDebounced(text.trim(), pauseMs)
  const { data } = useQuery({
    queryKey: ['/dashboard/monitors/recognize', debounced],
    queryFn: ({ signal }) => client.post('/dashboard/monitors/recognize', { body: { text: debounced }, signal }),
    enabled: !isFixed && debounced !== '',
    placeholderData: keepPreviousData,
  })
  return debounced === '' ? [] : (data?.data ?? [])
}

interface FirstFit {
  readonly fits: readonly Fit[]
  readonly draft: MonitorDraft
  readonly isFixed: boolean
  readonly take: (fit: Fit) => void
}

/** Selects the best match until the user chooses a type. */
function useFirstFit({ fits, draft, isFixed, take }: FirstFit): void {
  useEffect(() => {
    const [best] = fits
    if (isFixed || !best || draft.type !== '') return
    take(best)
    // oxlint-disable-next-line exhaustive-deps -- only new fits are news
  }, [fits])
}
