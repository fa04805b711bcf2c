import { useState } from 'react'
import { type AnswerOf, client } from '../../../api.ts'
import { invalidate } from '../../../invalidation.ts'
import { Card } from '../../../parts/card.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { Field, TextField, SelectField } from '../../../parts/form/field.tsx'
import { toast } from '../../../toast.ts'
import { type SettingsDraft, bodyOfDraft, draftOf } from './settings-draft.ts'
import { useSingleSignOnSettingsMessages } from './messages.ts'
import { SaveActions } from '../../../parts/form/dialog-form.tsx'
import { useFormSubmit } from '../../../parts/form/use-form.tsx'
import { Button } from '../../../parts/button.tsx'
import { useRoleMessages } from '../../../parts/vocabulary/role-messages.ts'
import type { Role } from '../../../session.ts'
import { ExternalLink } from '../../../parts/links.tsx'

type Settings = AnswerOf<'/dashboard/single-sign-on', 'get'>

export function ProviderForm({ settings }: { settings: Settings }) {
  const t = useSingleSignOnSettingsMessages()
  const [draft, setDraft] = useState(() => draftOf(settings))
  const { busy, errors, summary, submit } = useFormSubmit(async () => {
    const isSame = draft.issuer === settings.issuer && draft.clientId === settings.client_id
    const required = settings.required && isSame && draft.clientSecret === ''
    await client.put('/dashboard/single-sign-on', { body: { ...bodyOfDraft(draft), required } })
    setDraft({ ...draft, clientSecret: '' })
    toast({ text: t.saved })
    await invalidate('singleSignOn')
  })
  const set = (changed: Partial<SettingsDraft>): void => setDraft({ ...draft, ...changed })
  const text = (key: 'issuer' | 'clientId' | 'clientSecret' | 'domains' | 'groupsClaim') => ({
    value: draft[key],
    error: errors[key],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (value: string) => set({ [key]: value }),
  })
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <Card title={t.provider} stack>
        <p className="muted">
          {t.lead} <ExternalLink className="link" href="/docs/single-sign-on" text={t.guide} />
        </p>
        {summary}
        <RedirectAddress address={settings.redirect_uri} />
        <TextField label={t.issuer} hint={t.issuerHint} type="url" required {...text('issuer')} />
        <TextField label={t.clientId} required {...text('clientId')} />
        <TextField
          label={t.clientSecret}
          hint={settings.configured ? t.keepSecretHint : t.secretHint}
          type="password"
          required={!settings.configured}
          {...text('clientSecret')}
          autoComplete="new-password"
        />
        <TextField label={t.domains} hint={t.domainsHint} placeholder="example.com" required {...text('domains')} />
      </Card>
      <Card title={t.access} stack>
        <TextField label={t.groupsClaim} hint={t.groupsClaimHint} required {...text('groupsClaim')} />
        <RoleFields draft={draft} onChange={set} />
        <SaveActions saving={{ busy }} action={t.save} />
      </Card>
    </form>
  )
}

function RedirectAddress({ address }: { address: string }) {
  const t = useSingleSignOnSettingsMessages()
  return (
    <Field label={t.redirect} hint={t.redirectHint}>
      {(names) => (
        <span className="flex items-center gap-2">
          <input
            className="input mono flex-1"
            readOnly
            value={address}
            {...names}
            onFocus={(event) => event.target.select()}
          />
          <CopyButton text={address} label={t.copyRedirect} />
        </span>
      )}
    </Field>
  )
}

/** Which group gets which role, and what happens to everyone else. */
const otherRoles = ['admin', 'member', 'viewer'] as const
const roles: readonly Role[] = ['owner', ...otherRoles]

interface RoleFieldsProps {
  readonly draft: SettingsDraft
  readonly onChange: (changed: Partial<SettingsDraft>) => void
}

function RoleFields({ draft: { groupRoles, defaultRole }, onChange }: RoleFieldsProps) {
  const t = useSingleSignOnSettingsMessages()
  const names = useRoleMessages()
  return (
    <>
      {groupRoles.map((mapped, index) => (
        <GroupRole
          // The order of the rows never changes, and a group is not unique while it is typed.
          key={index}
          mapped={mapped}
          onChange={(changed) => onChange({ groupRoles: groupRoles.with(index, { ...mapped, ...changed }) })}
          onRemove={() => onChange({ groupRoles: groupRoles.toSpliced(index, 1) })}
        />
      ))}
      <p className="hint">{groupRoles.length === 0 ? t.noGroups : t.highest}</p>
      <div>
        <Button
          small
          icon="plus"
          label={t.addGroup}
          onClick={() => onChange({ groupRoles: [...groupRoles, { group: '', role: 'member' }] })}
        />
      </div>
      <SelectField
        label={t.others}
        value={defaultRole}
        options={[...otherRoles.map((role) => [role, names[role]] as const), ['', t.refuse]]}
        onChange={(role) => onChange({ defaultRole: role })}
      />
    </>
  )
}

interface GroupRoleProps {
  readonly mapped: SettingsDraft['groupRoles'][number]
  readonly onChange: (changed: Partial<SettingsDraft['groupRoles'][number]>) => void
  readonly onRemove: () => void
}

function GroupRole({ mapped: { group, role }, onChange, onRemove }: GroupRoleProps) {
  const t = useSingleSignOnSettingsMessages()
  const names = useRoleMessages()
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <TextField
          label={t.group}
          required
          maxLength={255}
          spellCheck={false}
          value={group}
          onChange={(group) => onChange({ group })}
        />
      </div>
      <SelectField
        label={t.roleOf}
        value={role}
        onChange={(chosen) => onChange({ role: chosen })}
        options={roles.map((one) => [one, names[one]])}
      />
      <Button icon="close" aria-label={t.remove} title={t.remove} onClick={onRemove} />
    </div>
  )
}
