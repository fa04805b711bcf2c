import { useState } from 'react'
import { useChannelKinds } from '../../catalog/catalog.ts'
import { useCommands } from '../../frame/commands.ts'
import { Button } from '../../parts/button.tsx'
import { useMethodMessages } from './messages.ts'
import type { ChannelKind, ContactMethodCreate, MyPaging } from '../../api-types.ts'
import { client, useResource } from '../../api.ts'
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
  const providers = useResource('/dashboard/my-paging').data?.providers ?? []
  const choice = kinds.data?.filter((kind) => !kind.is_device && !kind.sends_to_numbers)
  return {
    button: <Button weight="primary" icon="plus" label={t.add} onClick={add} />,
    dialog: isAdding && choice && <MethodForm kinds={choice} providers={providers} onClose={() => setAdding(false)} />,
  }
}

const keyOf = ({ channel_id: id }: MyPaging['providers'][number]): string => `channel ${id}`

interface MethodFormProps {
  readonly kinds: readonly ChannelKind[]
  readonly providers: MyPaging['providers']
  readonly onClose: () => void
}

function MethodForm({ kinds, providers, onClose }: MethodFormProps) {
  const t = useMethodMessages()
  const sorted = kinds.toSorted((a, b) => a.name.localeCompare(b.name))
  const [chosen, setChosen] = useState(providers[0] ? keyOf(providers[0]) : sorted[0]!.type)
  const provider = providers.find((one) => keyOf(one) === chosen)
  const kind = sorted.find((one) => one.type === chosen)
  const initial = { name: '', phone: '', config: {} as Config }
  const { set, field, ...saving } = useForm(initial, async ({ name, phone, config }) => {
    const how = provider
      ? { channelId: provider.channel_id, ...(provider.needs_phone && { phone: phone.replace(/[\s()/.-]/g, '') }) }
      : { type: chosen as ContactMethodCreate['type'], config }
    const body = { ...how, ...(name.trim() && { name: name.trim() }) }
    const made = await client.post('/dashboard/contact-methods', { body })
    toast({ text: t.added(made.name) })
    onClose()
    await invalidate('contactMethod')
  })
  const choose = (next: string): void => {
    setChosen(next)
    set({ config: {} })
  }
  return (
    <DialogForm title={t.add} saving={saving} action={t.create} onClose={onClose}>
      <SelectField
        label={t.kind}
        hint={kind ? kind.summary : provider && t.through(provider.name)}
        value={chosen}
        onChange={choose}
        options={[
          ...providers.map((one) => [keyOf(one), one.name] as const),
          ...sorted.map((one) => [one.type, one.name] as const),
        ]}
      />
      {providers.some((one) => one.needs_phone) || <p className="hint">{t.noProvider}</p>}
      {provider?.needs_phone && (
        <TextField label={t.phone} hint={t.phoneHint} type="tel" autoComplete="tel" {...field('phone')} />
      )}
      <TextField label={t.name} {...field('name')} placeholder={kind?.name ?? provider?.name ?? ''} />
      {kind && (
        <CatalogForm
          key={chosen}
          fields={kind.config}
          {...field('config')}
          errors={saving.errors}
          without={['routing']}
        />
      )}
    </DialogForm>
  )
}
