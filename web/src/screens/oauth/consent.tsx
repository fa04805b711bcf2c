// Where a program's authorization request asks for consent.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, client, queryFor } from '../../api.ts'
import { ErrorState, Skeleton } from '../../parts/content-states.tsx'
import { useChoices } from '../../url.ts'
import { type ConsentChoice, ConsentForm, type ProgramRequest } from './consent-form.tsx'
import { useConsentMessages } from './messages.ts'
import { CenteredPage } from '../../frame/centered/centered-page.tsx'

export function Screen() {
  const t = useConsentMessages()
  const [{ request: id }] = useChoices({ request: '' })
  const query = useQuery({
    ...queryFor('/dashboard/oauth/requests/{id}', { params: { id } }),
    enabled: id !== '',
    staleTime: Infinity,
  })
  if (query.data) return <Consent key={id} request={query.data} />
  if (id === '' || isGone(query.error)) return <Gone />
  return (
    <CenteredPage title={t.loading}>
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height="2rem" lines={4} />
      )}
    </CenteredPage>
  )
}

const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 429].includes(error.status)

function Gone() {
  const t = useConsentMessages()
  return (
    <CenteredPage
      key="gone"
      title={t.gone}
      lead={t.goneText}
      foot={
        <Link className="link" to="/">
          {t.home}
        </Link>
      }
    />
  )
}

function Consent({ request }: { request: ProgramRequest }) {
  const t = useConsentMessages()
  const [hasLeft, setHasLeft] = useState(false)
  const { id, client: program, redirect_host: host, loopback_only: isLoopback } = request
  const decide = async (body: ConsentChoice): Promise<void> => {
    const { redirect_to: address } = await client.post('/dashboard/oauth/requests/{id}/decision', {
      params: { id },
      body,
    })
    // Programs on this computer may open by a scheme of their own, which leaves this page where it is.
    location.assign(address)
    setHasLeft(true)
  }
  if (hasLeft) return <CenteredPage key="left" title={t.left} lead={t.leftText(host)} />
  return (
    <CenteredPage key="open" title={t.title(program.name)}>
      <ConsentForm
        request={request}
        warning={isLoopback ? t.loopback : null}
        origin={[t.sendsTo, host]}
        decide={decide}
      />
    </CenteredPage>
  )
}
