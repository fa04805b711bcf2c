import { useState } from 'react'
import { useChannelKinds } from '../../catalog/catalog.ts'
import { useCommands } from '../../frame/commands.ts'
import { Button } from '../../parts/button.tsx'
import { useMethodMessages } from './messages.ts'
import type { ChannelKind, ContactMethodCreate } from '../../api-types.ts'
import { client } from '../../api.ts'
import { invalidate } from '../../invalidation.ts'
import { CatalogForm } from '../../parts/catalog-form/catalog-form.tsx'
import type { Config } from '../../parts/catalog-form/shape.ts'
import { DialogForm } from '../../parts/form/dialog-form.tsx'
import { toast } from '../../toast.ts'
import { useForm } from '../../parts/form/use-form.tsx'
import { SelectField, TextField } from '../../parts/form/field.tsx'

/** The button that adds a contact method, and its dialog. Devices have a button of their own. */
export function useAddMethod() {
  const t = useMethodMessages()
  const kinds = useChannelKinds()
  const [isAdding, setAdding] = useState(false)
  const add = (): void => setAdding(true)
  useCommands([{ label: t.add, keys: 'c', icon: 'plus', run: add }])
  const choice = kinds.data?.filter((kind) => !kind.is_device)
  return {
    button: <Button weight="primary" icon="plus" label={t.add} onClick={add} />,
    dialog: isAdding && choice && <MethodForm kinds={choice} onClose={() => setAdding(false)} />,
  }
}

interface MethodFormProps {
  readonly kinds: readonly ChannelKind[]
  readonly onClose: () => void
}

function MethodForm({ kinds, onClose }: MethodFormProps) {
  const t = useMethodMessages()
  const sorted = kinds.toSorted((a, b) => a.name.localeCompare(b.name))
  const [type, setType] = useState(sorted[0]!.type)
  const kind = sorted.find((one) => one.type === type)!
  const initial = { name: '', config: {} as Config }
  const { set, field, ...saving } = useForm(initial, async ({ name, config }) => {
    const body = { type: type as ContactMethodCreate['type'], config, ...(name.trim() && { name: name.trim() }) }
    const made = await client.post('/dashboard/contact-methods', { body })
    toast({ text: t.added(made.name) })
    onClose()
    await invalidate('contactMethod')
  })
  const choose = (next: string): void => {
    setType(next)
    set({ config: {} })
  }
  return (
    <DialogForm title={t.add} saving={saving} action={t.create} onClose={onClose}>
      <SelectField
        label={t.kind}
        hint={kind.summary}
        value={type}
        onChange={choose}
        options={sorted.map((one) => [one.type, one.name])}
      />
      <TextField label={t.name} {...field('name')} placeholder={kind.name} />
      <CatalogForm key={type} fields={kind.config} {...field('config')} errors={saving.errors} without={['routing']} />
    </DialogForm>
  )
}
