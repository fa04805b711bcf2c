// Adds the browser that shows this page as a way to be paged.
import type { ContactMethodCreate } from '../../api-types.ts'
import { errorText } from '../../error-text.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { toast } from '../../toast.ts'
import { useMethodMessages } from './messages.ts'
import { PushRefused, addDevice, pushSupport } from './push-device.ts'

/** `type` is the channel type of devices. */
export function DeviceCard({ type }: { type: string }) {
  const t = useMethodMessages()
  const support = pushSupport()
  const adding = useSingleSubmit({
    mutationFn: () => addDevice(type as ContactMethodCreate['type']),
    onSuccess: async ({ name }) => {
      toast({ text: t.added(name) })
      await invalidate('contactMethod')
    },
    onError: (error) => toast({ text: textOf(error), tone: 'error' }),
  })
  const textOf = (error: Error): string => {
    if (error instanceof PushRefused) return t.deviceSupport.refused
    return error instanceof DOMException ? t.pushServiceFailed : errorText(error)
  }
  return (
    <Card title={t.device} stack>
      <p className="muted">{t.deviceSupport[support]}</p>
      <div>
        <Button
          icon="bell"
          weight="primary"
          busy={adding.isPending}
          disabled={support !== 'possible'}
          onClick={() => adding.mutate()}
        >
          {t.addDevice}
        </Button>
      </div>
    </Card>
  )
}
