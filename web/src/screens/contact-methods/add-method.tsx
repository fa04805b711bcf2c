import { useState } from 'react'
import { useChannelKinds } from '../../catalog/catalog.ts'
import { useCommands } from '../../frame/commands.ts'
import { Button } from '../../parts/button.tsx'
import { useMethodMessages } from './messages.ts'
import { MethodForm } from './method-form.tsx'

/** The button that adds a contact method, and its dialog. Devices have a button of their own. */
export function useAddMethod() {
  const t = useMethodMessages()
  const kinds = useChannelKinds()
  const [isAdding, setAdding] = useState(false)
  const add = (): void => setAdding(true)
  useCommands([{ label: t.add, keys: 'c', icon: 'plus', run: add }])
  const choice = kinds.data?.filter((kind) => !kind.is_device)
  return {
    button: (
      <Button weight="primary" icon="plus" onClick={add}>
        {t.add}
      </Button>
    ),
    dialog: isAdding && choice && <MethodForm kinds={choice} onClose={() => setAdding(false)} />,
  }
}
