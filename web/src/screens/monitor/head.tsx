// The head of the monitor screen: name, status, target, schedule and actions.
import { Link, useNavigate } from '@tanstack/react-router'
import { client, ignoreNotFound } from '../../api.ts'
import { useNavigateIfMounted } from '../../frame/navigate-if-mounted.ts'
import { PageHead } from '../../frame/page-head.tsx'
import { toast } from '../../toast.ts'
import { useCommands } from '../../frame/commands.ts'
import { useFormat } from '../../format/use-format.ts'
import { usePreferences } from '../../preferences.ts'
import { listOf } from '../../i18n.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Tag } from '../../parts/card.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useStatusMessages } from '../../parts/messages.ts'
import { Pill } from '../../parts/status-mark.tsx'
import { Duration } from '../../parts/time.tsx'
import { useCan } from '../../session.ts'
import { runAction, checkNow, pauseMonitor, resumeMonitor } from './actions/monitor-actions.ts'
import { asYaml } from './as-text.ts'
import { useMonitorMessages } from './messages.ts'
import { type Monitor, isOpen, isProbed, useIncidents, useMonitorType, useRules } from './monitor-data.ts'
import { useTabMessages } from './tab-messages.ts'
import { useQuickMaintenance } from './actions/use-quick-maintenance.ts'
import { Menu } from '../../parts/overlay/menu.tsx'
import { confirm } from '../../frame/confirm/confirm.tsx'

export function MonitorHead({ monitor }: { monitor: Monitor }) {
  const t = useMonitorMessages()
  const can = useCan()
  const [tag] = monitor.tags
  const list = { label: t.monitors, link: { to: '/monitors' } as const }
  return (
    <PageHead
      title={monitor.name}
      beside={<StatePill monitor={monitor} />}
      crumbs={tag ? [list, { label: tag, link: { to: '/monitors', search: { tag } } }] : [list]}
      actions={can('member') && <Actions monitor={monitor} />}
    >
      <Facts monitor={monitor} />
    </PageHead>
  )
}

function StatePill({ monitor: { id, state, in_maintenance: inMaintenance } }: { monitor: Monitor }) {
  const words = useStatusMessages()
  const t = useMonitorMessages()
  const { data } = useIncidents(id)
  const oldest = data?.data.findLast(isOpen)
  if (inMaintenance && state !== 'paused') return <Pill status="maintenance" />
  if (!oldest || (state !== 'down' && state !== 'degraded')) return <Pill status={state} />
  const [before, after] = t.lasting(words[state], '\u0000').split('\u0000')
  return (
    <Pill status={state}>
      <span>
        {before}
        <Duration from={oldest.failing_since} />
        {after}
      </span>
    </Pill>
  )
}

function Facts({ monitor }: { monitor: Monitor }) {
  const t = useMonitorMessages()
  const format = useFormat()
  const type = useMonitorType(monitor.type)
  const strategy = t.strategies[monitor.scheduling_strategy]
  const schedule = isProbed(monitor)
    ? [
        format.every(monitor.interval_seconds),
        [t.locations(monitor.locations.length), ...(monitor.locations.length > 1 ? [strategy] : [])].join(', '),
      ]
    : []
  return (
    <>
      <span className="row wrap">
        {isProbed(monitor) && (
          <>
            <span className="mono break-all">{monitor.target}</span>
            <CopyButton text={monitor.target} label={t.copyTarget} />
          </>
        )}
        {monitor.tags.map((tag) => (
          <Link key={tag} to="/monitors" search={{ tag }}>
            <Tag>{tag}</Tag>
          </Link>
        ))}
      </span>
      <p>{[type?.name ?? monitor.type, ...schedule].join(' · ')}</p>
      {monitor.description && <p>{monitor.description}</p>}
    </>
  )
}

function Actions({ monitor }: { monitor: Monitor }) {
  const t = useMonitorMessages()
  const { actions } = t
  const navigate = useNavigate()
  const more = useMoreActions(monitor)
  const { id, name } = monitor
  const isPaused = monitor.state === 'paused'
  const check = (): void => void checkNow(monitor, t.checking(name))
  const pause = (): void => void (isPaused ? resumeMonitor(monitor) : pauseMonitor(monitor))
  const edit = { to: '/monitors/$id/edit', params: { id } } as const
  useCommands([
    ...(isProbed(monitor) && !isPaused
      ? [{ label: `${actions.check}: ${name}`, keys: 'r', icon: 'play' as const, run: check }]
      : []),
    { label: `${isPaused ? actions.resume : actions.pause}: ${name}`, keys: 'p', icon: 'pause', run: pause },
    { label: `${actions.edit}: ${name}`, keys: 'e', icon: 'edit', run: () => void navigate(edit) },
    ...more.map((item) => ({ label: `${item.label}: ${name}`, icon: item.icon, run: item.run })),
  ])
  return (
    <>
      {isProbed(monitor) && !isPaused && <Button icon="play" label={actions.check} onClick={check} />}
      <Button icon={isPaused ? 'play' : 'pause'} label={isPaused ? actions.resume : actions.pause} onClick={pause} />
      <ButtonLink icon="edit" label={actions.edit} {...edit} />
      <Menu label={actions.more} items={more} />
    </>
  )
}

function useMoreActions(monitor: Monitor) {
  const t = useMonitorMessages()
  const navigate = useNavigate()
  const test = useTestAlert(monitor)
  const silence = useQuickMaintenance(monitor)
  const { maintenance } = useTabMessages()
  const remove = useDeletion(monitor)
  return [
    {
      label: t.actions.copy,
      icon: 'copy' as const,
      run: () => void navigate({ to: '/monitors/new', search: { from: monitor.id } }),
    },
    { label: t.actions.test, icon: 'send' as const, run: () => void test() },
    { label: maintenance.hour, icon: 'wrench' as const, run: () => void silence() },
    { label: t.actions.export, icon: 'pages' as const, run: () => saveFile(`${monitor.name}.yaml`, asYaml(monitor)) },
    { label: t.actions.delete, icon: 'trash' as const, danger: true, run: () => void remove() },
  ]
}

export function useTestAlert({ id }: Monitor): () => Promise<boolean> {
  const t = useMonitorMessages()
  const { language } = usePreferences()
  return () =>
    runAction(async () => {
      const { channels } = await client.post('/monitors/{id}/test-notification', { params: { id } })
      const notified = channels.filter(({ silenced_reason: silenced }) => silenced === null).map(({ name }) => name)
      toast({ text: notified.length > 0 ? t.tested(listOf(language, notified)) : t.testedNobody })
    })
}

const dayMs = 86_400_000

function useDeletion(monitor: Monitor): () => Promise<void> {
  const t = useMonitorMessages()
  const navigateIfMounted = useNavigateIfMounted()
  const rules = useRules(monitor.id)
  return async () => {
    const { id, name } = monitor
    const days = Math.max(1, Math.ceil((Date.now() - Date.parse(monitor.created_at)) / dayMs))
    const question = {
      title: t.deleteTitle(name),
      text: t.deleteText(rules.data?.data.length ?? 0, days),
      verb: t.deleteVerb(name, days),
    }
    if (!(await confirm(question))) return
    const done = await runAction(() => ignoreNotFound(client.delete('/monitors/{id}', { params: { id } })), {
      text: t.deleted(name),
    })
    if (done) await navigateIfMounted({ to: '/monitors' })
  }
}

function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/yaml' }))
  const link = Object.assign(document.createElement('a'), {
    href: address,
    download: name.replaceAll(/[^\p{L}\p{N}. -]/gu, '_'),
  })
  link.click()
  URL.revokeObjectURL(address)
}
