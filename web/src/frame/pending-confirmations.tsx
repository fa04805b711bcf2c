// Tells on every screen that an assistant waits for a person's decision.
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { queryFor } from '../api.ts'
import { useHasContent } from '../first-content.ts'
import { useNow } from '../format/now.ts'
import { useMessages } from '../i18n.ts'
import { ButtonLink } from '../parts/button.tsx'
import { Callout } from '../parts/card.tsx'
import { StatusMark } from '../parts/status-mark.tsx'
import { useCan } from '../session.ts'
import { pendingConfirmationMessages } from './messages.ts'

export function PendingConfirmations() {
  const t = useMessages(pendingConfirmationMessages)
  const isShown = useLocation({ select: ({ pathname }) => !pathname.startsWith('/confirmations') })
  const hasContent = useHasContent()
  const enabled = useCan()('member') && hasContent
  const { data } = useQuery({ ...queryFor('/dashboard/confirmations'), enabled })
  const now = useNow().toISOString()
  const [first, ...others] = data?.data.filter((one) => one.status === 'pending' && one.expires_at > now) ?? []
  const link =
    others.length > 0 ? { to: '/confirmations' } : { to: '/confirmations/$id', params: { id: first?.id ?? '' } }
  return (
    <div aria-live="polite">
      {first && isShown && (
        <div className="mb-4">
          <Callout
            tone="degraded"
            mark={<StatusMark status="degraded" />}
            action={<ButtonLink {...link}>{t.review}</ButtonLink>}
          >
            {others.length > 0 ? t.several(others.length + 1) : t.one(first.requested_by.credential, first.summary)}
          </Callout>
        </div>
      )}
    </div>
  )
}
