// Ends the shadow mode of everything that was imported from a tool.
import { client } from '../../../api.ts'
import { errorText } from '../../../error-text.ts'
import { confirm } from '../../../frame/confirm.tsx'
import { invalidate } from '../../../invalidation.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { useSingleSubmit } from '../../../parts/form/single-submit.ts'
import { toast } from '../../../toast.ts'
import { useImportComparisonMessages } from './messages.ts'
import type { ImportSource } from './origin-fields.tsx'

export function SwitchOver({ source: { name, title } }: { source: ImportSource }) {
  const t = useImportComparisonMessages()
  const { mutate, isPending } = useSingleSubmit({
    mutationFn: () => client.post('/monitors/import/switch-over', { body: { source: name } }),
    onSuccess: ({ switched }) => {
      toast({ text: switched.length > 0 ? t.switched(switched.length) : t.nothingToSwitch })
      void invalidate('monitor')
    },
    onError: (error) => toast({ text: errorText(error), tone: 'error' }),
  })
  const ask = async (): Promise<void> => {
    if (await confirm({ title: t.switchQuestion(title), text: t.switchAnswer, verb: t.switchOver })) mutate()
  }
  return (
    <Card title={t.switchTitle}>
      <div className="grid gap-3">
        <p className="muted">{t.switchText}</p>
        <div className="actions">
          <Button busy={isPending} onClick={() => void ask()}>
            {t.switchOver}
          </Button>
        </div>
      </div>
    </Card>
  )
}
