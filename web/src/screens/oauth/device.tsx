// Connects a program that has no browser: the user enters the code it shows.
import { useState } from 'react'
import { type AnswerOf, client } from '../../api.ts'
import { TextField } from '../../parts/form/field.tsx'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { useChoices } from '../../url.ts'
import { type ConsentChoice, ConsentForm } from './consent-form.tsx'
import { useConsentMessages, useDeviceMessages } from './messages.ts'
import { CenteredPage } from '../../frame/centered/centered-page.tsx'
import { CenteredForm } from '../../frame/centered/centered-form.tsx'

type DeviceRequest = AnswerOf<'/dashboard/oauth/device-codes/find', 'post'>

export function Screen() {
  const t = useDeviceMessages()
  const [{ user_code: given }] = useChoices({ user_code: '' })
  const [code, setCode] = useState(given.toUpperCase())
  const { mutate, isPending, error, data } = useSingleSubmit({
    mutationFn: () => client.post('/dashboard/oauth/device-codes/find', { body: { userCode: code } }),
  })
  if (data) return <DeviceConsent code={code} request={data} />
  return (
    <CenteredPage title={t.title} lead={t.lead}>
      <CenteredForm
        onSubmit={() => mutate()}
        action={t.find}
        busy={isPending}
        error={error}
        known={{ not_found: t.unknown, invalid_request: t.unknown }}
      >
        <TextField
          label={t.code}
          hint={t.hint}
          mono
          required
          autoFocus
          autoCapitalize="characters"
          maxLength={20}
          value={code}
          onChange={(value) => setCode(value.toUpperCase())}
        />
      </CenteredForm>
    </CenteredPage>
  )
}

function DeviceConsent({ code, request }: { code: string; request: DeviceRequest }) {
  const t = useDeviceMessages()
  const { title } = useConsentMessages()
  const [isAllowed, setAllowed] = useState<boolean | null>(null)
  const { id, client: program, ip } = request
  const decide = async (body: ConsentChoice): Promise<void> => {
    const { allowed } = await client.post('/dashboard/oauth/device-codes/{id}/decision', { params: { id }, body })
    setAllowed(allowed)
  }
  if (isAllowed !== null)
    return (
      <CenteredPage
        key="done"
        title={isAllowed ? t.allowed : t.refused}
        lead={isAllowed ? t.allowedText(program.name) : t.refusedText(program.name)}
      />
    )
  return (
    <CenteredPage key="found" title={title(program.name)}>
      <ConsentForm request={request} warning={t.warning(code)} origin={[t.address, ip]} decide={decide} />
    </CenteredPage>
  )
}
