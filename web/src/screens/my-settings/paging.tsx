// How and when the user is paged: contact methods, devices, quiet hours.
import { useResource } from '../../api.ts'
import { useCan, useSession } from '../../session.ts'
import { useAddMethod } from '../contact-methods/add-method.tsx'
import { Ways } from '../contact-methods/ways.tsx'
import { SettingsPage } from '../settings/settings-page.tsx'
import { ProviderNote } from './provider-note.tsx'
import { QuietHours } from './quiet-hours.tsx'
import { NoPermission } from '../../frame/not-found.tsx'

export function Paging() {
  return useCan()('member') ? <PagingSettings /> : <NoPermission />
}

function PagingSettings() {
  const { rights } = useSession()
  const { button, dialog } = useAddMethod()
  const count = useResource('/dashboard/contact-methods').data?.data.length
  return (
    <SettingsPage section="paging" actions={count !== 0 && button}>
      <Ways action={button} />
      {rights.settings ? <QuietHours /> : <ProviderNote about="paging" />}
      {dialog}
    </SettingsPage>
  )
}
