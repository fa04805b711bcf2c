import { useResource } from '../../../api.ts'
import { Menu } from '../../../parts/menu.tsx'
import { useComponentMessages } from './messages.ts'

/** A menu of services that Lapwing can read the status of. */
export function AddService({ onAdd }: { onAdd: (name: string, slug: string) => void }) {
  const t = useComponentMessages()
  const services = useResource('/third-party-services')
  const items = services.data?.data.map(({ name, slug }) => ({ label: name, run: () => onAdd(name, slug) })) ?? []
  return (
    <Menu label={t.addService} icon="link" items={items}>
      {t.addService}
    </Menu>
  )
}
