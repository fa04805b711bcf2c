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
  const field = <Key extends keyof Draft & string>(key: Key, problem: string = key): FieldState<Draft[Key]> => ({
    value: draft[key],
    error: saving.errors[problem],
    onChange: (value) => setDraft((before) => ({ ...before, [key]: value })),
  })
  return { ...saving, draft, set, field }
}
