import { useState } from 'react'
import type {
  ChannelKind,
  NotificationChannel,
  NotificationChannelCreate,
  ChannelPreview,
  ChannelTest,
  ChannelTry,
} from '../../api-types.ts'
import { client, queries, queryFor, useResource } from '../../api.ts'
import { useNavigateIfMounted } from '../../frame/navigate-if-mounted.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { toast } from '../../toast.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Card, Callout } from '../../parts/card.tsx'
import { CatalogForm } from '../../parts/catalog-form/catalog-form.tsx'
import { changedFields } from '../../parts/form/changed-fields.ts'
import { TextField, Field } from '../../parts/form/field.tsx'
import { ManagedNote } from '../../parts/managed-note.tsx'
import { useCan } from '../../session.ts'
import { type ChannelDraft, configChanges, draftOf, fieldsOf } from './draft.ts'
import { useChannelMessages } from './messages.ts'
import { Routing } from './routing.tsx'
import { invalidate } from '../../invalidation.ts'
import { useForm, type FormSubmit } from '../../parts/form/use-form.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Segments } from '../../parts/choose.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { useMutation } from '@tanstack/react-query'
import { FormError } from '../../parts/form/form-error.tsx'
import { DeleteButton } from '../../frame/confirm/delete-button.tsx'

interface ChannelFormProps {
  readonly kind: ChannelKind
  readonly channel?: NotificationChannel
}

export function ChannelForm({ kind, channel }: ChannelFormProps) {
  const t = useChannelMessages()
  const mayWrite = useCan()('member')
  const [before] = useState(() => draftOf(kind, channel))
  const { draft, set, field, ...saving } = useForm(before, useSave({ kind, channel, before }))
  return (
    <form className="stack" onSubmit={saving.submit} noValidate>
      <PageHead
        title={channel ? channel.name : t.newOf(kind.name)}
        crumbs={[{ label: t.channels, link: { to: '/channels' } }, { label: channel ? channel.name : kind.name }]}
        actions={
          channel &&
          mayWrite && (
            <DeleteButton
              name={channel.name}
              text={t.deleteText}
              request={() => client.delete('/dashboard/notification-channels/{id}', { params: { id: channel.id } })}
              leaveTo="/channels"
              stale={['channel']}
            />
          )
        }
      >
        <span className="max-w-measure">{kind.summary}</span>
      </PageHead>
      <ManagedNote managed={channel?.managed} />
      {saving.summary}
      <fieldset className="cols" disabled={!mayWrite}>
        <Card title={t.config} stack>
          <TextField label={t.name} {...field('name')} />
          <CatalogForm fields={kind.config} {...field('config')} errors={saving.errors} without={['routing']} />
          {channel && mayWrite && kind.address_readable && <StoredAddress channelId={channel.id} />}
          {kind.callback_url !== null && <CallbackAddress template={kind.callback_url} channelId={channel?.id} />}
        </Card>
        <Routing draft={draft} ownId={channel?.id} errors={saving.errors} onChange={set} />
      </fieldset>
      <Preview type={kind.type} />
      {mayWrite && (
        <SendTest
          kind={kind}
          channel={channel}
          isDefault={draft.isDefault}
          config={() => configChanges(draft, before)}
          saving={saving}
        />
      )}
      {mayWrite && (
        <div className="actions">
          <Button weight="primary" type="submit" busy={saving.busy} label={channel ? t.save : t.create} />
          <ButtonLink label={t.cancel} to="/channels" />
        </div>
      )}
    </form>
  )
}

interface SaveInput extends ChannelFormProps {
  readonly before: ChannelDraft
}

function useSave({ kind, channel, before }: SaveInput) {
  const t = useChannelMessages()
  const navigateIfMounted = useNavigateIfMounted()
  return async (draft: ChannelDraft): Promise<void> => {
    const config = configChanges(draft, before)
    if (channel) {
      const params = { id: channel.id }
      const body = { ...changedFields(fieldsOf(draft), fieldsOf(before)), config }
      const saved = await client.patch('/dashboard/notification-channels/{id}', { params, body })
      // Leaving the screen cancels its queries, so a channel opened again would show the values before the change.
      queries.setQueryData(queryFor('/notification-channels/{id}', { params }).queryKey, saved)
    } else
      await client.post('/dashboard/notification-channels', {
        body: { ...fieldsOf(draft), type: kind.type as NotificationChannelCreate['type'], config },
      })
    toast({ text: t.saved(draft.name) })
    void invalidate('channel')
    await navigateIfMounted({ to: '/channels' })
  }
}

interface CallbackAddressProps {
  /** With `{id}` for the id of the channel. */
  readonly template: string
  /** Undefined until the channel is stored. */
  readonly channelId: number | undefined
}

/** The address that receives replies to alerts, to be entered at the vendor. */
function CallbackAddress({ template, channelId }: CallbackAddressProps) {
  const t = useChannelMessages()
  const address = channelId === undefined ? null : template.replace('{id}', String(channelId))
  return (
    <Field label={t.callbackAddress} hint={t.callbackHint}>
      {(names) => (
        <div className="row">
          <output className="mono break-words min-w-0" {...names}>
            {address ?? t.callbackLater}
          </output>
          {address !== null && <CopyButton text={address} label={t.copyCallback} />}
        </div>
      )}
    </Field>
  )
}

/** Previews the messages of a channel type with a sample incident. */
function Preview({ type }: { type: string }) {
  const t = useChannelMessages()
  const [moment, setMoment] = useState<ChannelPreview['moment']>('firing')
  const previews = useResource('/dashboard/channel-previews', { query: { type } })
  const choices = (previews.data?.data ?? []).map(({ moment: value }) => ({ value, label: t.moments[value] }))
  return (
    <Card title={t.preview} end={<Segments label={t.preview} choices={choices} value={moment} onChange={setMoment} />}>
      <QueryResult query={previews} what={t.previewFailed}>
        {({ data }) => {
          const shown = data.find((one) => one.moment === moment)
          return (
            <div className="stack">
              {shown?.title && <p className="strong">{shown.title}</p>}
              <pre className="code whitespace-pre-wrap break-words">{shown?.text}</pre>
            </div>
          )
        }}
      </QueryResult>
    </Card>
  )
}

/** Shows the stored URL of a webhook on request. */
function StoredAddress({ channelId }: { channelId: number }) {
  const t = useChannelMessages()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => client.post('/dashboard/notification-channels/{id}/address', { params: { id: channelId } }),
  })
  if (data)
    return (
      <p className="row">
        <code className="mono break-words min-w-0">{data.url}</code>
        <CopyButton text={data.url} label={t.copyAddress} />
      </p>
    )
  return (
    <>
      <FormError error={error} />
      <div>
        <Button small busy={isPending} label={t.showAddress} onClick={() => mutate()} />
      </div>
    </>
  )
}

// Sends a test before saving and shows the receiver's response.

interface SendTestProps {
  readonly kind: ChannelKind
  readonly channel?: NotificationChannel
  readonly isDefault: boolean
  readonly config: () => Record<string, unknown>
  /** Problems of a test are shown at the same fields as problems of saving. */
  readonly saving: FormSubmit
}

function SendTest({ kind, channel, isDefault, config, saving }: SendTestProps) {
  const t = useChannelMessages()
  const [answer, setAnswer] = useState<ChannelTest | null>(null)
  const send = async (): Promise<void> => {
    setAnswer(null)
    const type = kind.type as ChannelTry['type']
    const body = { type, isDefault, config: config(), ...(channel && { channelId: channel.id }) }
    setAnswer(await client.post('/dashboard/channel-tests', { body }))
  }
  return (
    <div className="stack">
      <div className="actions">
        <Button icon="send" busy={saving.busy} label={t.sendTest} onClick={() => saving.run(send)} />
      </div>
      <div role="status">
        {answer && (
          <Callout tone={answer.arrived ? 'up' : 'down'}>
            {answer.arrived
              ? t.testArrived(answer.latency_ms ?? 0, answer.http_status)
              : t.testFailed(answer.error ?? '')}
          </Callout>
        )}
      </div>
    </div>
  )
}
