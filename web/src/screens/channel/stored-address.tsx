import { useMutation } from '@tanstack/react-query'
import { client } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { FormError } from '../../parts/form/form-error.tsx'
import { useChannelMessages } from './messages.ts'

/** Shows the stored URL of a webhook on request. */
export function StoredAddress({ channelId }: { channelId: number }) {
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
        <Button small busy={isPending} onClick={() => mutate()}>
          {t.showAddress}
        </Button>
      </div>
    </>
  )
}
