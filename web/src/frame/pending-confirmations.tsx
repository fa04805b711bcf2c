// Tells on every screen that an assistant waits for a person's decision.
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { queryFor } from '../api.ts'
import { useHasContent } from '../first-content.ts'
import { useNow } from '../format/now.ts'
import { ButtonLink } from '../parts/button.tsx'
import { Callout } from '../parts/card.tsx'
import { StatusMark } from '../parts/status-mark.tsx'
import { useCan } from '../session.ts'
import { usePendingConfirmationMessages } from './messages.ts'
import type { Notice } from './notices/notice.ts'

/** The server forgets a request that nobody decided about. */
const waitsForMs = 15 * 60_000

export function PendingConfirmations() {
  const t = usePendingConfirmationMessages()
  const isShown = useLocation({ select: ({ pathname }) => !pathname.startsWith('/confirmations') })
  const hasContent = useHasContent()
  const enabled = useCan()('member') && hasContent
  const { data } = useQuery({ ...queryFor('/dashboard/notices'), enabled })
  const oldest = new Date(useNow().getTime() - waitsForMs).toISOString()
  const isPending = ({ kind, at }: Notice): boolean => kind === 'confirmation_requested' && at > oldest
  const [first, ...others] = data?.data.filter(isPending) ?? []
  const link =
    others.length > 0 ? { to: '/confirmations' } : { to: '/confirmations/$id', params: { id: first?.subject.id ?? '' } }
  return (
    <div aria-live="polite">
      {first && isShown && (
        <div className="mb-4">
          <Callout
            tone="degraded"
            mark={<StatusMark status="degraded" />}
            action={<ButtonLink {...link}>{t.review}</ButtonLink>}
          >
            {others.length > 0 ? t.several(others.length + 1) : t.one(first.by ?? '', first.subject.name)}
          </Callout>
        </div>
      )}
    </div>
  )
}
