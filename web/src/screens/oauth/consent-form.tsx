// A program's request in words: who asks, on whose behalf, and for what. The user allows it or cancels.
import { type ReactNode, useEffect, useState } from 'react'
import { type AnswerOf, client } from '../../api.ts'
import { Button, TextButton } from '../../parts/button.tsx'
import { Callout } from '../../parts/card.tsx'
import { FormError } from '../../parts/form/form-error.tsx'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { useSession } from '../../session.ts'
import { useConsentMessages } from './messages.ts'
import './oauth.css'
import { SelectField } from '../../parts/form/field.tsx'
import { goToSignIn } from '../../frame/centered/after-sign-in.ts'

export type ProgramRequest = AnswerOf<'/dashboard/oauth/requests/{id}', 'get'>
type AccessScope = 'read' | 'write'

export interface ConsentChoice {
  readonly allow: boolean
  readonly scope: AccessScope
  readonly organizationId: string | undefined
}

interface ConsentFormProps {
  readonly request: Pick<ProgramRequest, 'client' | 'scopes' | 'organizations'>
  readonly warning: string | null
  /** Where the request comes from or leads to. */
  readonly origin: readonly [label: string, value: string]
  readonly decide: (decision: ConsentChoice) => Promise<unknown>
}

export function ConsentForm({ request, warning, origin: [label, value], decide }: ConsentFormProps) {
  const t = useConsentMessages()
  const { client: program, scopes, organizations } = request
  const current = useSession().organization
  const [chosen, setChosen] = useState(current.id)
  const [wanted, setWanted] = useState<AccessScope>('write')
  const organization = organizations.find(({ id }) => id === chosen) ?? organizations[0]
  const mayWrite = scopes.includes('write') && organization?.role !== 'viewer'
  const scope = mayWrite ? wanted : 'read'
  const isReady = useIsReady()
  const { mutate, isPending, isSuccess, error } = useSingleSubmit({
    mutationFn: (allow: boolean) => decide({ allow, scope, organizationId: organization?.id }),
  })
  return (
    <>
      {warning && <Callout status="degraded">{warning}</Callout>}
      <dl className="consent">
        <Row label={t.program} note={t.claims[program.kind](program.host ?? '')}>
          {program.name}
        </Row>
        <Row label={label}>{value}</Row>
        <Account />
        {organizations.length === 1 && <Row label={t.organization}>{organization?.name}</Row>}
      </dl>
      {organizations.length > 1 && (
        <SelectField
          label={t.organization}
          value={organization!.id}
          options={organizations
            .map(({ id }) => id)
            .map((id) => [id, organizations.find((one) => one.id === id)!.name])}
          onChange={setChosen}
        />
      )}
      <AccessChoice choices={mayWrite ? ['read', 'write'] : ['read']} value={scope} onChange={setWanted} />
      <p className="hint">
        {t.role} {scopes.includes('offline_access') ? t.staysConnected : t.endsSoon} {t.revoke}
      </p>
      {!organization && <Callout tone="idle">{t.homeless}</Callout>}
      <FormError error={error} known={{ not_found: t.goneText }} />
      <div className="actions justify-end">
        <Button busy={isPending || isSuccess} label={t.cancel} onClick={() => mutate(false)} />
        {organization && (
          <Button
            weight="primary"
            disabled={!isReady}
            busy={isPending || isSuccess}
            label={t.allow}
            onClick={() => mutate(true)}
          />
        )}
      </div>
    </>
  )
}

const settleMs = 600

/** A site that opens this page under the pointer must not get the second click of a double click. */
function useIsReady(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setReady, settleMs, true)
    return () => clearTimeout(timer)
  }, [])
  return isReady
}

function Row({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <bdi>{children}</bdi>
        {note && <span className="hint">{note}</span>}
      </dd>
    </div>
  )
}

function Account() {
  const t = useConsentMessages()
  const { user } = useSession()
  const { mutate, isPending, error } = useSingleSubmit({
    mutationFn: () => client.post('/dashboard/sign-out'),
    onSuccess: () => goToSignIn(location.pathname + location.search),
  })
  return (
    <>
      <Row
        label={t.account}
        note={<TextButton label={t.notYou} aria-busy={isPending || undefined} onClick={() => mutate()} />}
      >
        {user.name} ({user.email})
      </Row>
      <FormError error={error} />
    </>
  )
}

interface AccessChoiceProps {
  readonly choices: readonly AccessScope[]
  readonly value: AccessScope
  readonly onChange: (scope: AccessScope) => void
}

function AccessChoice({ choices, value, onChange }: AccessChoiceProps) {
  const t = useConsentMessages()
  return (
    <fieldset className="access">
      <legend>{t.access}</legend>
      {choices.map((scope) => (
        <label key={scope}>
          <input type="radio" name="scope" checked={scope === value} onChange={() => onChange(scope)} />
          <span>
            {t.scopes[scope]}
            <span className="hint">{t.means[scope]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
