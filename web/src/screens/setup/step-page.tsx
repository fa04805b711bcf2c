import type { ReactNode } from 'react'
import { CenteredPage } from '../../frame/centered-page.tsx'
import { useMessages } from '../../i18n.ts'
import { setupMessages } from './messages.ts'

const steps = 4

interface StepPageProps {
  readonly at: number
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
  readonly onSkip?: () => void
}

export function StepPage({ at, title, lead, children, onSkip }: StepPageProps) {
  const t = useMessages(setupMessages)
  return (
    <CenteredPage
      key={at}
      title={title}
      lead={lead}
      foot={
        <span className="row">
          {t.step(at, steps)}
          {onSkip && (
            <>
              <span>·</span>
              <button type="button" className="link" onClick={onSkip}>
                {t.skip}
              </button>
            </>
          )}
        </span>
      }
    >
      {children}
    </CenteredPage>
  )
}
