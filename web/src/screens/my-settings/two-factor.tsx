// Two-factor authentication: turned on with a QR code, turned off with the password.
import { useState, useMemo } from 'react'
import type { TwoFactorSetup } from '../../api-types.ts'
import { client, useResource } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { PasswordField } from '../../parts/form/password-field.tsx'
import { OneTimeSecret } from '../../parts/one-time-secret.tsx'
import { useSecurityMessages } from './security-messages.ts'
import { invalidate } from '../../invalidation.ts'
import { useForm } from '../../parts/form/use-form.tsx'
import { DialogForm, ResultDialog } from '../../parts/form/dialog-form.tsx'
import { encode } from 'uqr'

type TwoFactorAction = 'on' | 'off' | 'codes'

export function TwoFactor() {
  const t = useSecurityMessages()
  const query = useResource('/dashboard/me/two-factor')
  const [doing, setDoing] = useState<TwoFactorAction | null>(null)
  return (
    <Card title={t.twoFactor.title}>
      <QueryResult query={query}>
        {({ enabled, recovery_codes_left: left }) => (
          <div className="grid gap-4">
            <p className="muted">{enabled ? t.twoFactor.isOn(left) : t.twoFactor.isOff}</p>
            <div className="actions">
              {!enabled && <Button weight="primary" label={t.twoFactor.turnOn} onClick={() => setDoing('on')} />}
              {enabled && <Button label={t.twoFactor.newCodes} onClick={() => setDoing('codes')} />}
              {enabled && <Button label={t.twoFactor.turnOff} onClick={() => setDoing('off')} />}
            </div>
          </div>
        )}
      </QueryResult>
      {doing && <TwoFactorDialog doing={doing} onClose={() => setDoing(null)} />}
    </Card>
  )
}

const changed = (): Promise<void> => invalidate('twoFactor')

function TwoFactorDialog({ doing, onClose }: { doing: TwoFactorAction; onClose: () => void }) {
  const t = useSecurityMessages()
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) return <Codes codes={codes} onClose={onClose} />
  if (setup) return <Confirm setup={setup} onCodes={setCodes} onClose={onClose} />
  const verbs = { on: t.goOn, off: t.twoFactor.turnOff, codes: t.twoFactor.newCodes }
  const prove = async (password: string): Promise<void> => {
    const body = { password }
    if (doing === 'on') return setSetup(await client.post('/dashboard/me/two-factor', { body }))
    if (doing === 'codes') setCodes((await client.post('/dashboard/me/two-factor/recovery-codes', { body })).codes)
    else await client.post('/dashboard/me/two-factor/disable', { body })
    await changed()
    if (doing === 'off') onClose()
  }
  return <PasswordDialog title={verbs[doing]} onProve={prove} onClose={onClose} />
}

interface PasswordDialogProps {
  readonly title: string
  readonly onProve: (password: string) => Promise<void>
  readonly onClose: () => void
}

function PasswordDialog({ title, onProve, onClose }: PasswordDialogProps) {
  const t = useSecurityMessages()
  const { field, ...saving } = useForm({ password: '' }, ({ password }) => onProve(password))
  return (
    <DialogForm title={t.twoFactor.title} saving={saving} action={title} held onClose={onClose}>
      <PasswordField label={t.proof} {...field('password')} />
    </DialogForm>
  )
}

interface ConfirmProps {
  readonly setup: TwoFactorSetup
  readonly onCodes: (codes: readonly string[]) => void
  readonly onClose: () => void
}

function Confirm({ setup: { secret, uri }, onCodes, onClose }: ConfirmProps) {
  const t = useSecurityMessages()
  const { field, ...saving } = useForm({ code: '' }, async (body) => {
    const { codes } = await client.post('/dashboard/me/two-factor/confirm', { body })
    onCodes(codes)
    await changed()
  })
  return (
    <DialogForm title={t.twoFactor.scan} saving={saving} action={t.twoFactor.turnOn} held onClose={onClose}>
      <p className="muted">{t.twoFactor.scanText}</p>
      <QrCode text={uri} label={t.twoFactor.picture} />
      <OneTimeSecret text={secret} label={t.twoFactor.secret} />
      <TextField
        label={t.twoFactor.code}
        {...field('code')}
        mono
        required
        inputMode="numeric"
        autoComplete="one-time-code"
      />
    </DialogForm>
  )
}

function Codes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useSecurityMessages()
  return (
    <ResultDialog title={t.twoFactor.codes} action={t.twoFactor.kept} onClose={onClose}>
      <p className="muted">{t.twoFactor.codesText}</p>
      <ol className="recovery mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <OneTimeSecret text={codes.join(' ')} label={t.twoFactor.codes} />
    </ResultDialog>
  )
}

/** Always dark on light, so that cameras can read it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => pathOf(text), [text])
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  )
}

function pathOf(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: 2 })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: squares.join('') }
}
