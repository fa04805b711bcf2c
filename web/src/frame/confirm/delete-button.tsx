import type { LinkProps } from '@tanstack/react-router'
import { Button, type Weight } from '../../parts/button.tsx'
import { useRemovalMessages } from '../messages.ts'
import { useNavigateIfMounted } from '../navigate-if-mounted.ts'
import { type Deletion, confirmDeletion } from './confirm-deletion.ts'

interface DeleteButtonProps extends Omit<Deletion, 'leave'> {
  /** In the row of a list it is small and names what it deletes to screen readers only; as an icon it has no text. */
  readonly as?: 'row' | 'icon'
  readonly label?: string
  /** Where the user goes from the screen of what was deleted. */
  readonly leaveTo?: LinkProps['to']
  readonly small?: boolean
  readonly weight?: Weight
}

/** Deletes something, if the user confirms it. */
export function DeleteButton({ as, label, leaveTo, small = as === 'row', weight, ...deletion }: DeleteButtonProps) {
  const t = useRemovalMessages()[deletion.way ?? 'delete']
  const name = as && (deletion.verb ?? t.verb(deletion.name))
  const navigateIfMounted = useNavigateIfMounted()
  const leave = async (): Promise<void> => {
    if (leaveTo) await navigateIfMounted({ to: leaveTo })
  }
  return (
    <Button
      small={small}
      weight={weight}
      icon={as === 'row' ? undefined : 'trash'}
      aria-label={name}
      label={as !== 'icon' && (label ?? (as ? t.button : t.ask))}
      onClick={() => void confirmDeletion({ ...deletion, leave })}
    />
  )
}
