// The first channel: saved when it is tested or submitted.
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { ChannelKind } from '../../api-types.ts'
import { client, useResource } from '../../api.ts'
import { useChannelKinds } from '../../catalog/catalog.ts'
import { useProblemsOf } from '../../catalog/problems.ts'
import { Button } from '../../parts/button.tsx'
import { Callout } from '../../parts/card.tsx'
import { CatalogForm, type Config } from '../../parts/catalog-form/catalog-form.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { FormError } from '../../parts/form/form-error.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { sessionQuery } from '../../session.ts'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { EmailSwitch, PageMe } from '../contact-methods/my-paging.tsx'
import { useSetupMessages } from './messages.ts'
import { type Step, StepPage } from './step-page.tsx'
import { useTestDelivery } from './use-test-delivery.ts'
import { SelectField } from '../../parts/form/field.tsx'

export function ChannelStep({ steps, onDone }: { steps: readonly Step[]; onDone: () => void }) {
  const t = useSetupMessages()
  const kinds = useChannelKinds()
  const { data: session } = useQuery(sessionQuery)
  const isReady = ({ category, is_device: isDevice }: ChannelKind): boolean =>
    !isDevice && (category !== 'email' || session?.features.mail === true)
  return (
    <StepPage at="channel" steps={steps} title={t.channel.title} lead={t.channel.lead} onSkip={onDone}>
      {session?.features.mail && <ByEmail onDone={onDone} />}
      <QueryResult query={kinds}>
        {(data) => {
          const form = <ChannelForm kinds={data.filter(isReady)} onDone={onDone} />
          if (!session?.features.mail) return form
          return (
            <details>
              <summary>{t.channel.other}</summary>
              {form}
            </details>
          )
        }}
      </QueryResult>
    </StepPage>
  )
}

/** With the installation's mail server, one switch is enough. */
function ByEmail({ onDone }: { onDone: () => void }) {
  const t = useSetupMessages()
  const paging = useResource('/dashboard/my-paging')
  return (
    <QueryResult query={paging}>
      {(data) => (
        <div className="stack">
          <EmailSwitch paging={data} />
          {data.email.on && (
            <>
              <PageMe />
              <Button wide weight="primary" label={t.channel.done} onClick={onDone} />
            </>
          )}
        </div>
      )}
    </QueryResult>
  )
}

/** Common types come first. */
const likely = ['webhook', 'slack', 'ntfy', 'discord', 'teams', 'telegram']

function ordered(kinds: readonly ChannelKind[]): readonly ChannelKind[] {
  const rank = ({ type }: ChannelKind): number => (likely.includes(type) ? likely.indexOf(type) : likely.length)
  return kinds.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}

function ChannelForm({ kinds, onDone }: { kinds: readonly ChannelKind[]; onDone: () => void }) {
  const t = useSetupMessages()
  const choices = ordered(kinds)
  const [type, setType] = useState(choices[0]!.type)
  const [config, setConfig] = useState<Config>({})
  const kind = kinds.find((one) => one.type === type)!
  const [channelId, setChannelId] = useState<number | null>(null)
  const keep = async (): Promise<number> => {
    const id = await saveChannel({ id: channelId, kind, config })
    setChannelId(id)
    return id
  }
  const test = useTestDelivery(keep)
  const save = useSingleSubmit({ mutationFn: keep, onSuccess: onDone })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    save.mutate()
  }
  const choose = (next: string): void => {
    setType(next)
    setConfig({})
    test.reset()
    save.reset()
  }
  const error = test.error ?? save.error
  const refused = useProblemsOf(error)
  return (
    <form onSubmit={submit}>
      <SelectField
        label={t.channel.kind}
        hint={kind.summary}
        autoFocus
        value={type}
        disabled={channelId !== null}
        onChange={choose}
        options={choices.map((one) => [one.type, one.name])}
      />
      <CatalogForm
        fields={kind.config}
        value={config}
        errors={refused}
        without={['alarm', 'routing']}
        onChange={setConfig}
      />
      {(Object.keys(refused).length === 0 || refused['']) && <FormError error={error} />}
      <DeliveryResult test={test} />
      <Button
        wide
        busy={test.busy || save.isPending}
        label={test.busy ? t.channel.sending : t.channel.test}
        onClick={test.send}
      />
      <Button
        type="submit"
        weight="primary"
        wide
        busy={save.isPending || test.isKeeping}
        label={test.delivery?.status === 'sent' ? t.channel.done : t.channel.save}
      />
    </form>
  )
}

function DeliveryResult({ test: { delivery } }: { test: ReturnType<typeof useTestDelivery> }) {
  const t = useSetupMessages()
  if (!delivery) return null
  const sent = delivery.status === 'sent'
  return (
    <div role="status">
      <Callout tone={sent ? 'up' : 'down'} mark={<StatusMark status={delivery.status} />}>
        {sent ? t.channel.sent : t.channel.failed(delivery.error ?? '')}
      </Callout>
    </div>
  )
}

interface ChannelInput {
  readonly id: number | null
  readonly kind: ChannelKind
  readonly config: Config
}

/** The first channel sends all alerts. */
async function saveChannel({ id, kind, config }: ChannelInput): Promise<number> {
  if (id !== null) {
    await client.patch('/dashboard/notification-channels/{id}', { params: { id }, body: { config } })
    return id
  }
  const body = { name: kind.name, type: kind.type, isDefault: true, config } as never
  return (await client.post('/dashboard/notification-channels', { body })).id
}
