import { CopyButton } from '../../parts/copy-button.tsx'
import { Field } from '../../parts/form/field.tsx'
import { useChannelMessages } from './messages.ts'

interface CallbackAddressProps {
  /** With `{id}` for the id of the channel. */
  readonly template: string
  /** Undefined until the channel is stored. */
  readonly channelId: number | undefined
}

/** The address that receives replies to alerts, to be entered at the vendor. */
export function CallbackAddress({ template, channelId }: CallbackAddressProps) {
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
