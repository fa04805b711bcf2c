import type { Confirmation } from '../../api-types.ts'
import type { Status } from '../../parts/states.ts'
import { useConfirmationMessages } from './messages.ts'

/** “Claude Code asks on behalf of Ada”. */
export function useRequester({ requested_by: by }: Confirmation): string {
  const t = useConfirmationMessages()
  return by.user === null ? t.asks(by.credential) : t.asksFor(by.credential, by.user)
}

export const markOf: Readonly<Record<Confirmation['status'], Status>> = {
  pending: 'degraded',
  confirmed: 'up',
  used: 'up',
  refused: 'paused',
  expired: 'paused',
}
