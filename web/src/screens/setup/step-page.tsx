import type { ReactNode } from 'react'
import { Doorway } from '../../frame/doorway.tsx'
import { useMessages } from '../../messages.ts'
import { setupWords } from './messages.ts'

const steps = 4

interface StepPageProps {
  readonly at: number
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
  readonly onSkip?: () => void
}

export function StepPage({ at, title, lead, children, onSkip }: StepPageProps) {
  const say = useMessages(setupWords)
  return (
    <Doorway
      key={at}
      title={title}
      lead={lead}
      foot={
        <span className="row">
          {say.step(at, steps)}
          {onSkip && (
            <>
              <span>·</span>
              <button type="button" className="link" onClick={onSkip}>
                {say.skip}
              </button>
            </>
          )}
        </span>
      }
    >
      {children}
    </Doorway>
  )
}
