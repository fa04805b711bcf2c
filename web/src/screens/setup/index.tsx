// The setup: token, account, first monitor, first channel. Not available afterwards.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { queryFor, queries } from '../../api.ts'
import { NotFoundPage } from '../../frame/not-found.tsx'
import { openChecklist } from '../overview/checklist-state.ts'
import { ChannelStep } from './channel-step.tsx'
import { MonitorStep } from './monitor-step.tsx'
import { TokenStep } from './token-step.tsx'
import { YouStep } from './you-step.tsx'

type Step = 'token' | 'you' | 'monitor' | 'channel'

export function Screen() {
  const { token: given = '' } = useSearch({ strict: false }) as { token?: string }
  const [token, setToken] = useState(given)
  const [step, setStep] = useState<Step>(given ? 'you' : 'token')
  const isNew = step === 'token' || step === 'you'
  const { data } = useQuery({ ...queryFor('/dashboard/sign-in'), enabled: isNew, staleTime: Infinity })
  const finish = useFinish()
  if (isNew && data && !data.setup) return <NotFoundPage />
  if (step === 'token')
    return (
      <TokenStep
        token={token}
        onToken={(next) => {
          setToken(next)
          setStep('you')
        }}
      />
    )
  if (step === 'you')
    return <YouStep token={token} onDone={() => setStep('monitor')} onOther={() => setStep('token')} />
  if (step === 'monitor') return <MonitorStep onDone={() => setStep('channel')} />
  return <ChannelStep onDone={finish} />
}

function useFinish(): () => void {
  const navigate = useNavigate()
  return () => {
    openChecklist()
    queries.clear()
    void navigate({ to: '/' })
  }
}
