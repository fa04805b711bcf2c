// Variables: secrets that journey scripts read. Their values are never shown again.
import { useState } from 'react'
import type { Variable } from '../../api-types.ts'
import { client, useResource } from '../../api.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { EmptyState, ListResult } from '../../parts/content-states.tsx'
import { TextArea, TextField } from '../../parts/form/field.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { useCan } from '../../session.ts'
import { SettingsPage } from './settings-page.tsx'
import { useVariableMessages } from './variable-messages.ts'
import { useForm } from '../../parts/form/use-form.tsx'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { DeleteButton } from '../../frame/confirm/delete-button.tsx'

/** The API allows fewer, so one page has them all. */
const maxVariables = 100

export function Variables() {
  const t = useVariableMessages()
  const mayWrite = useCan()('member')
  const query = useResource('/variables', { query: { limit: maxVariables } })
  const [edited, setEdited] = useState<Variable | 'new' | null>(null)
  const add = mayWrite && <Button weight="primary" icon="plus" label={t.add} onClick={() => setEdited('new')} />
  return (
    <SettingsPage section="variables" actions={query.data?.data.length !== 0 && add}>
      <Card flush>
        <ListResult query={query} what={t.failed} empty={<EmptyState title={t.none} text={t.noneWhy} action={add} />}>
          {(variable) => (
            <Line key={variable.id} variable={variable} onEdit={mayWrite ? () => setEdited(variable) : null} />
          )}
        </ListResult>
      </Card>
      {edited && <VariableDialog variable={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </SettingsPage>
  )
}

function Line({ variable, onEdit }: { variable: Variable; onEdit: (() => void) | null }) {
  const t = useVariableMessages()
  const { id, name, updated_at: updated } = variable
  return (
    <li>
      <span className="min-w-0">
        <span className="mono break-words">{name}</span>
        <span className="sub">
          <RelativeTime at={updated} prefix={t.changed} />
        </span>
      </span>
      {onEdit && (
        <span className="at row">
          <Button small aria-label={t.editNamed(name)} label={t.edit} onClick={onEdit} />
          <DeleteButton
            as="row"

            name={name}
            text={t.removeText}

            request={() => client.delete('/variables/{id}', { params: { id } })}
            stale={['variable']}
          />
        </span>
      )}
    </li>
  )
}

function VariableDialog({ variable, onClose }: { variable: Variable | null; onClose: () => void }) {
  const t = useVariableMessages()
  const initial = { name: variable?.name ?? '', value: '' }
  const { field, ...saving } = useForm(initial, async ({ name, value }) => {
    if (variable)
      await client.patch('/variables/{id}', { params: { id: variable.id }, body: { name, ...(value && { value }) } })
    else await client.post('/variables', { body: { name, value } })
    await invalidate('variable')
    onClose()
  })
  return (
    <DialogForm
      title={variable ? t.editNamed(variable.name) : t.add}
      saving={saving}
      action={t.save}
      held
      onClose={onClose}
    >
      <TextField label={t.name} hint={t.nameHint} mono required placeholder="SHOP_PASSWORD" {...field('name')} />
      <TextArea
        label={t.value}
        hint={variable ? t.keepHint : t.valueHint}
        rows={2}
        required={!variable}
        {...field('value')}
      />
    </DialogForm>
  )
}
