import { useState } from 'react'
import type { Diagnostic, DiagnosticType } from '../../api-types.ts'
import { client, useResource } from '../../api.ts'
import { invalidate } from '../../invalidation.ts'
import { Card } from '../../parts/card.tsx'
import { Chip } from '../../parts/choose.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { useDiagnosticMessages } from './messages.ts'
import { toggled } from '../../toggled.ts'
import { SaveActions } from '../../parts/form/dialog-form.tsx'
import { useFormSubmit } from '../../parts/form/use-form.tsx'

interface RunFormProps {
  readonly types: readonly DiagnosticType[]
  readonly initial: { readonly type: string; readonly target: string; readonly results: Diagnostic['results'] }
  readonly onRun: (id: string) => void
}

const maxLocations = 10

export function RunForm({ types, initial, onRun }: RunFormProps) {
  const t = useDiagnosticMessages()
  const available = types.filter((one) => one.available)
  const [typeName, setType] = useState(initial.type)
  const [target, setTarget] = useState(initial.target)
  const { locations, chosenIds, toggle } = useLocationChoice(initial.results)
  const chosen = available.find(({ type }) => type === typeName) ?? available[0]
  const running = useFormSubmit(async () => {
    if (!chosen) return
    const body = { type: chosen.type, target: target.trim() }
    const named = chosenIds.length > 0 ? { locations: chosenIds } : {}
    const { id } = await client.post('/diagnostics', { body: { ...body, ...named } })
    onRun(id)
    await invalidate('diagnostic')
  })
  return (
    <Card>
      <form className="stack" noValidate onSubmit={running.submit}>
        {running.summary}
        <TextField
          label={t.target}
          hint={chosen?.target_format.description}
          mono
          value={target}
          placeholder={chosen?.target_format.example}
          error={running.errors['target'] ?? running.errors['locations']}
          onChange={setTarget}
        />
        <div className="row wrap" role="group" aria-label={t.types}>
          {available.map(({ type, name }) => (
            <Chip key={type} on={type === chosen?.type} onClick={() => setType(type)}>
              {name}
            </Chip>
          ))}
        </div>
        <div className="row wrap" role="group" aria-label={t.locations}>
          <span className="muted">{t.locations}</span>
          {locations.map(({ id, name }) => (
            <Chip key={id} on={chosenIds.includes(id)} onClick={() => toggle(id)}>
              {name}
            </Chip>
          ))}
          {chosenIds.length === 0 && <span className="faint">{t.noLocations}</span>}
        </div>
        <SaveActions saving={running} action={t.run} />
      </form>
    </Card>
  )
}

/** Starts with the locations of the earlier run, or else with the first live ones. */
function useLocationChoice(results: Diagnostic['results']) {
  const { data } = useResource('/locations')
  const locations = (data?.data ?? []).filter(({ status }) => status === 'live')
  const [picked, setPicked] = useState<readonly string[] | null>(
    results.length > 0 ? results.map(({ location }) => location.id) : null,
  )
  const chosenIds = picked ?? locations.slice(0, maxLocations).map(({ id }) => id)
  const toggle = (id: string): void => setPicked(toggled(chosenIds, id))
  return { locations, chosenIds, toggle }
}
