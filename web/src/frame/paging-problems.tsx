// Tells people on call, and those who run the organization, that a page would reach nobody.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PagingProblem } from '../api-types.ts'
import { queryFor } from '../api.ts'
import { useHasContent } from '../first-content.ts'
import { listOf } from '../i18n.ts'
import { ButtonLink } from '../parts/button.tsx'
import { Callout } from '../parts/card.tsx'
import { usePreferences } from '../preferences.ts'
import { useCan, useSession } from '../session.ts'
import { usePagingProblemMessages } from './messages.ts'

export function PagingProblems() {
  const t = usePagingProblemMessages()
  const { language } = usePreferences()
  const { user } = useSession()
  const hasContent = useHasContent()
  const enabled = useCan()('member') && hasContent
  const problems = useQuery({ ...queryFor('/dashboard/paging-problems'), enabled }).data?.data ?? []
  const isMine = ({ user_id: id }: PagingProblem): boolean => id === user.id
  const mine = problems.find(isMine)
  const others = problems.filter((one) => !isMine(one)).map(({ name }) => name)
  return (
    <div aria-live="polite">
      {mine && (
        <Warning text={t.mine[mine.problem]}>
          <ButtonLink label={t.fix} to="/settings/me/$section" params={{ section: 'paging' }} />
        </Warning>
      )}
      {others.length > 0 && (
        <Warning text={t.others(listOf(language, others), others.length)}>
          <ButtonLink label={t.schedules} to="/on-call" />
        </Warning>
      )}
    </div>
  )
}

function Warning({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="mb-4">
      <Callout status="down" action={children}>
        {text}
      </Callout>
    </div>
  )
}
