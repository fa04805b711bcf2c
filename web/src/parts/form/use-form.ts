import { useState } from 'react'
import { type FormSubmit, useFormSubmit } from './form-submit.tsx'

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
