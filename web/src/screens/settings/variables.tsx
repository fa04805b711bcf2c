// Variables: secrets that journey scripts read. Their values are never shown again.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Variable } from '../../api-types.ts'
import { client, ignoreNotFound, queryFor } from '../../api.ts'
import { errorText } from '../../error-text.ts'
import { confirm } from '../../frame/confirm.tsx'
import { useMessages } from '../../i18n.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { EmptyState, ListResult } from '../../parts/content-states.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextArea, TextField } from '../../parts/form/field.tsx'
import { useFormSubmit } from '../../parts/form/form-submit.tsx'
import { RelativeTime } from '../../parts/time.tsx'
import { useCan } from '../../session.ts'
import { toast } from '../../toast.ts'
import { SettingsPage } from './settings-page.tsx'
import { variableMessages } from './variable-messages.ts'

/** The API allows fewer, so one page has them all. */
const maxVariables = 100

export function Variables() {
  const t = useMessages(variableMessages)
  const mayWrite = useCan()('member')
  const query = useQuery(queryFor('/variables', { query: { limit: maxVariables } }))
  const [edited, setEdited] = useState<Variable | 'new' | null>(null)
  const add = mayWrite && (
    <Button weight="primary" icon="plus" onClick={() => setEdited('new')}>
      {t.add}
    </Button>
  )
  return (
    <SettingsPage section="variables" actions={query.data?.data.length !== 0 && add}>
      <Card flush>
        <ListResult
          query={query}
          what={t.failed}
          empty={
            <EmptyState title={t.none} action={add}>
              {t.noneWhy}
            </EmptyState>
          }
        >
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
  const t = useMessages(variableMessages)
  const { id, name, updated_at: updated } = variable
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: t.removeTitle(name), text: t.removeText, verb: t.remove }))) return
    await ignoreNotFound(client.delete('/variables/{id}', { params: { id } })).catch((error: Error) =>
      toast({ text: errorText(error), tone: 'error' }),
    )
    await invalidate('variable')
  }
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
          <Button small aria-label={t.editNamed(name)} onClick={onEdit}>
            {t.edit}
          </Button>
          <Button small aria-label={t.removeNamed(name)} onClick={() => void remove()}>
            {t.remove}
          </Button>
        </span>
      )}
    </li>
  )
}

function VariableDialog({ variable, onClose }: { variable: Variable | null; onClose: () => void }) {
  const t = useMessages(variableMessages)
  const [draft, setDraft] = useState({ name: variable?.name ?? '', value: '' })
  const { busy, errors, summary, submit } = useFormSubmit(async () => {
    const { name, value } = draft
    if (variable)
      await client.patch('/variables/{id}', { params: { id: variable.id }, body: { name, ...(value && { value }) } })
    else await client.post('/variables', { body: draft })
    await invalidate('variable')
    onClose()
  })
  return (
    <Dialog title={variable ? t.editNamed(variable.name) : t.add} onClose={onClose} held={busy}>
      <form className="grid gap-4" onSubmit={submit}>
        {summary}
        <TextField
          label={t.name}
          hint={t.nameHint}
          mono
          required
          autoComplete="off"
          spellCheck={false}
          placeholder="SHOP_PASSWORD"
          value={draft.name}
          error={errors['name']}
          onChange={(name) => setDraft({ ...draft, name })}
        />
        <TextArea
          label={t.value}
          hint={variable ? t.keepHint : t.valueHint}
          rows={2}
          required={!variable}
          value={draft.value}
          error={errors['value']}
          onChange={(value) => setDraft({ ...draft, value })}
        />
        <div className="actions justify-end">
          <Button busy={busy} onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" weight="primary" busy={busy}>
            {t.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
