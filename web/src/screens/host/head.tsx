import { Link } from '@tanstack/react-router'
import { client, ignoreNotFound } from '../../api.ts'
import { useCommands } from '../../frame/commands.ts'
import { useNavigateIfMounted } from '../../frame/navigate-if-mounted.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { useNow } from '../../format/now.ts'
import { useFormat } from '../../format/use-format.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { Tag } from '../../parts/card.tsx'
import { useCan } from '../../session.ts'
import { HostStatus } from '../hosts/host-status.tsx'
import { runAction } from '../monitor/actions/monitor-actions.ts'
import { type Host, renewToken, useHostRow } from './host-data.ts'
import { useHostMessages } from './messages.ts'
import { Menu } from '../../parts/overlay/menu.tsx'
import { confirm } from '../../frame/confirm/confirm.tsx'

export function HostHead({ host }: { host: Host }) {
  const t = useHostMessages()
  const row = useHostRow(host)
  const mayWrite = useCan()('member')
  return (
    <PageHead
      title={host.name}
      beside={row && <HostStatus host={row} pill />}
      crumbs={[{ label: t.hosts, link: { to: '/hosts' } }]}
      actions={mayWrite && <Actions host={host} />}
    >
      <Facts host={host} />
    </PageHead>
  )
}

function Facts({ host }: { host: Host }) {
  const t = useHostMessages()
  const format = useFormat()
  const now = useNow(10)
  const { os, os_version: version, kernel, arch, cpu_cores: cores, memory_bytes: memory } = host
  const facts = [
    os && [os, version].filter(Boolean).join(' '),
    kernel,
    arch,
    cores !== null && t.cores(cores),
    memory !== null && t.memoryOf(format.bytes(memory)),
    host.agent_version && t.agent(host.agent_version),
    host.last_seen_at && t.seen(format.relative(host.last_seen_at, now)),
  ].filter(Boolean)
  return (
    <>
      {facts.length > 0 && <p>{facts.join(' · ')}</p>}
      {host.ip_addresses.length > 0 && <p className="mono break-all">{host.ip_addresses.join(', ')}</p>}
      {host.tags.length > 0 && (
        <span className="row wrap">
          {host.tags.map((tag) => (
            <Link key={tag} to="/hosts" search={{ tag }}>
              <Tag>{tag}</Tag>
            </Link>
          ))}
        </span>
      )}
    </>
  )
}

function Actions({ host }: { host: Host }) {
  const t = useHostMessages()
  const items = useMoreActions(host)
  const edit = { to: '/monitors/$id/edit', params: { id: host.monitor_id } } as const
  useCommands(items.map(({ label, icon, run }) => ({ label: `${label}: ${host.name}`, icon, run })))
  return (
    <>
      <ButtonLink icon="edit" label={t.edit} {...edit} />
      <Menu label={t.more} items={items} />
    </>
  )
}

function useMoreActions({ id, name, state }: Host) {
  const t = useHostMessages()
  const navigateIfMounted = useNavigateIfMounted()
  const replaceToken = async (): Promise<void> => {
    const question = { title: t.newTokenTitle(name), text: t.newTokenText, verb: t.newToken }
    if (state !== 'never_reported' && !(await confirm(question))) return
    await runAction(() => renewToken(id))
  }
  const remove = async (): Promise<void> => {
    const question = { title: t.removeTitle(name), text: t.removeText, verb: t.removeVerb(name) }
    if (!(await confirm(question))) return
    const done = await runAction(() => ignoreNotFound(client.delete('/hosts/{id}', { params: { id } })), {
      text: t.removed(name),
    })
    if (done) await navigateIfMounted({ to: '/hosts' })
  }
  return [
    { label: t.newToken, icon: 'key' as const, run: () => void replaceToken() },
    { label: t.remove, icon: 'trash' as const, danger: true, run: () => void remove() },
  ]
}
