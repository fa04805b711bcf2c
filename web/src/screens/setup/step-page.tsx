import type { ReactNode } from 'react'
import { useSetupMessages } from './messages.ts'
import { CenteredPage } from '../../frame/centered/centered-page.tsx'
import { TextButton } from '../../parts/button.tsx'

export type Step = 'token' | 'you' | 'monitor' | 'channel'

interface StepPageProps {
  readonly at: Step
  readonly steps: readonly Step[]
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
  readonly onSkip?: () => void
}

export function StepPage({ at, steps, title, lead, children, onSkip }: StepPageProps) {
  const t = useSetupMessages()
  return (
    <CenteredPage
      key={at}
      title={title}
      lead={lead}
      foot={
        <span className="row">
          {t.step(steps.indexOf(at) + 1, steps.length)}
          {onSkip && (
            <>
              <span>·</span>
              <TextButton label={t.skip} onClick={onSkip} />
            </>
          )}
        </span>
      }
    >
      {children}
    </CenteredPage>
  )
}
