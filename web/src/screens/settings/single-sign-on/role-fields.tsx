// Which group gets which role, and what happens to everyone else.
import { Button } from '../../../parts/button.tsx'
import { useRoleMessages } from '../../../parts/vocabulary/role-messages.ts'
import type { Role } from '../../../session.ts'
import type { SettingsDraft } from './settings-draft.ts'
import { useSingleSignOnSettingsMessages } from './messages.ts'
import { SelectField, TextField } from '../../../parts/form/field.tsx'

const otherRoles = ['admin', 'member', 'viewer'] as const
const roles: readonly Role[] = ['owner', ...otherRoles]

interface RoleFieldsProps {
  readonly draft: SettingsDraft
  readonly onChange: (changed: Partial<SettingsDraft>) => void
}

export function RoleFields({ draft: { groupRoles, defaultRole }, onChange }: RoleFieldsProps) {
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
