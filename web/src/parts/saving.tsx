// Saving a form: one press at a time, and what the server refuses stands at the field it names.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api.ts'
import { splitProblems } from './catalog-form/shape.ts'

export interface Saving {
  readonly busy: boolean
  readonly errors: Readonly<Record<string, string>>
  /** What belongs to no field; put it above the fields. */
  readonly summary: ReactNode
  readonly submit: (event?: FormEvent) => void
}

export function useSaving(save: () => Promise<unknown>): Saving {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const form = useRef<HTMLFormElement | null>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [errors])
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    if (event?.currentTarget instanceof HTMLFormElement) form.current = event.currentTarget
    if (busy) return
    setBusy(true)
    save()
      .then(() => setErrors({}))
      .catch((error: unknown) => setErrors(explained(error)))
      .finally(() => setBusy(false))
  }
  const summary = errors[''] ? (
    <p className="error" role="alert">
      {errors['']}
    </p>
  ) : null
  return { busy, errors, summary, submit }
}

function explained(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) throw error
  return error.code === 'invalid_request' ? splitProblems(error.message) : { '': error.message }
}
