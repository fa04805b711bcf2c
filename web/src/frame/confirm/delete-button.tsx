import { Button, type Weight } from '../../parts/button.tsx'
import { useRemovalMessages } from '../messages.ts'
import { type Deletion, confirmDeletion } from './confirm-deletion.ts'

interface DeleteButtonProps extends Deletion {
  /** In the row of a list it is small and names what it deletes to screen readers only; as an icon it has no text. */
  readonly as?: 'row' | 'icon'
  readonly label?: string
  readonly small?: boolean
  readonly weight?: Weight
}

/** Deletes something, if the user confirms it. */
export function DeleteButton({ as, label, small = as === 'row', weight, ...deletion }: DeleteButtonProps) {
  const t = useRemovalMessages()[deletion.way ?? 'delete']
  const name = as && (deletion.verb ?? t.verb(deletion.name))
  const remove = (): void => void confirmDeletion(deletion)
  return (
    <Button
      small={small}
      weight={weight}
      icon={as === 'row' ? undefined : 'trash'}
      aria-label={name}
      label={as !== 'icon' && (label ?? (as ? t.button : t.ask))}
      onClick={remove}
    />
  )
}
