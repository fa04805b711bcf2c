import { useState, type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { ApiError } from '../../api.ts'
import { errorText } from '../../error-text.ts'
import { problemsOf, useProblems } from '../../catalog/problems.ts'
import { changedFieldName } from '../vocabulary/changed-field.ts'
import { currentPreferences } from '../../preferences.ts'
import { useIsMounted } from '../is-mounted.ts'
import { toastError } from '../../toast.ts'

export interface Form<Draft> extends FormSubmit {
  readonly draft: Draft
  readonly set: (change: Partial<Draft>) => void
  /** The value of a field, its problem, and how it is changed: `<TextField label="…" {...field('name')} />`. */
  readonly field: <Key extends keyof Draft & string>(key: Key, problem?: string) => FieldState<Draft[Key]>
}

export interface FieldState<Value> {
  readonly value: Value
  readonly error: string | undefined
  readonly onChange: (value: Value) => void
}

/** A draft that is changed field by field and then saved. `problem` is the name that the API has for a field. */
export function useForm<Draft extends object>(
  initial: Draft | (() => Draft),
  save: (draft: Draft) => Promise<unknown>,
): Form<Draft> {
  const [draft, setDraft] = useState(initial)
  const saving = useFormSubmit(() => save(draft))
  const set = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }))
  return { ...saving, draft, set, field: fieldsOf(draft, set, saving.errors) }
}

/** The same for a draft that is kept elsewhere. */
export function fieldsOf<Draft extends object>(
  draft: Draft,
  set: (change: Partial<Draft>) => void,
  errors: FormSubmit['errors'] | ((problem: string) => string | undefined) = {},
): Form<Draft>['field'] {
  const errorOf = typeof errors === 'function' ? errors : (problem: string) => errors[problem]
  return (key, problem = key) => ({
    value: draft[key],
    error: errorOf(problem),
    onChange: (value) => set({ [key]: value } as unknown as Partial<Draft>),
  })
}

export interface FormSubmit {
  readonly busy: boolean
  readonly errors: Readonly<Record<string, string>>
  /** Problems without a field; render them above the fields. */
  readonly summary: ReactNode
  readonly submit: (event?: FormEvent) => void
  /** For forms with several submit actions. */
  readonly run: (work: () => Promise<unknown>) => void
}

export function useFormSubmit(save: () => Promise<unknown>): FormSubmit {
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<Readonly<Record<string, string>>>({})
  const errors = useProblems(found)
  const form = useRef<HTMLFormElement | null>(null)
  const [stray, setStray] = useState('')
  const isMounted = useIsMounted()
  useEffect(() => {
    const field = (form.current ?? document).querySelector<HTMLElement>('[aria-invalid]')
    field?.focus()
    // Problems with fields that are not rendered must be shown, too.
    const { '': general = '', ...ofFields } = errors
    const { language } = currentPreferences()
    const nameOf = (name: string): string => changedFieldName(name, language)
    const unseen = field ? [] : Object.entries(ofFields).map(([name, text]) => `${nameOf(name)}: ${text}`)
    setStray([general, ...unseen].filter(Boolean).join('; '))
  }, [errors])
  const run = (work: () => Promise<unknown>): void => {
    if (busy) return
    setBusy(true)
    work()
      .then(() => setFound({}))
      .catch((error: unknown) => {
        const problems = problemsByField(error)
        if (isMounted.current) setFound(problems)
        // The user has left the screen and would assume that it was saved.
        else toastError(error)
      })
      .finally(() => setBusy(false))
  }
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    if (event?.currentTarget instanceof HTMLFormElement) form.current = event.currentTarget
    run(save)
  }
  const summary = stray ? (
    <p className="error" role="alert">
      {stray}
    </p>
  ) : null
  return { busy, errors, summary, submit, run }
}

function problemsByField(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) throw error
  return error.code === 'invalid_request' ? problemsOf(error) : { '': errorText(error) }
}
