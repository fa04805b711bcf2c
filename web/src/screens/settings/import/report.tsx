// What an import does, or would do.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AnswerOf } from '../../../api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { Card, FigureStrip, Tag } from '../../../parts/card.tsx'
import { EmptyState } from '../../../parts/content-states.tsx'
import { useImportReportMessages } from './messages.ts'
import { Table } from '../../../parts/table.tsx'
import { MonitorLink } from '../../../parts/links.tsx'

export type ImportReport = AnswerOf<'/monitors/import', 'post'>

const counted = ['create', 'update', 'keep', 'skipped'] as const

export function Report({ report, action }: { report: ImportReport; action: ReactNode }) {
  const t = useImportReportMessages()
  const { dry_run: isDry, summary, mapped, channels, resources, changed, skipped } = report
  return (
    <section className="stack" aria-label={isDry ? t.preview : t.result}>
      <div className="row wrap between">
        <h2 className="strong">{isDry ? t.preview : t.result}</h2>
        {action}
      </div>
      <FigureStrip
        figures={counted.map((name) => ({
          label: t.counts[name][isDry ? 'dry' : 'done'],
          value: summary[name],
        }))}
      />
      {mapped.length + channels.length + resources.length + skipped.length === 0 && <EmptyState title={t.none} />}
      {mapped.length > 0 && <MappedMonitors mapped={mapped} />}
      {channels.length > 0 && <ImportedChannels channels={channels} />}
      {resources.length > 0 && <ImportedResources resources={resources} />}
      {changed.length > 0 && (
        <Card title={t.differences} flush>
          <ul className="list">
            {changed.map(({ key, name, field, from, to, reason }) => (
              <li key={`${key} ${field} ${from}`}>
                <span className="min-w-0">
                  {name}: {field} <span className="mono">{from}</span> → <span className="mono">{to}</span>
                  <span className="sub">{reason}</span>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {skipped.length > 0 && (
        <Card title={t.skipped} flush>
          <ul className="list">
            {skipped.map(({ key, kind, name, source_type: type, reason, nearest }) => (
              <li key={`${kind} ${key}`}>
                <span className="min-w-0">
                  {name} <Tag>{type}</Tag>
                  <span className="sub">
                    {reason}
                    {nearest && `. ${t.nearest(nearest)}`}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

function ImportedChannels({ channels }: { channels: ImportReport['channels'] }) {
  const t = useImportReportMessages()
  return (
    <Card title={t.channels} flush>
      <Table columns={[t.name, t.type, t.group, t.enter, t.action]} stacked>
        {channels.map(({ key, name, type, contact_group: group, contacts, enter, action }) => (
          <tr key={key}>
            <td>{name}</td>
            <td>{type}</td>
            <td>
              {group.id ? (
                <Link to="/contacts/groups/$id" params={{ id: group.id }}>
                  {group.name}
                </Link>
              ) : (
                group.name
              )}
              {contacts.length > 0 && <span className="sub break-words">{contacts.join(', ')}</span>}
            </td>
            <td>{enter.length > 0 && t.enterWhat(enter.join(', '))}</td>
            <td>{t.actions[action]}</td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}

const resourceAddresses = { maintenance_window: '/maintenance/$id', status_page: '/status-pages/$id' } as const

function ImportedResources({ resources }: { resources: ImportReport['resources'] }) {
  const t = useImportReportMessages()
  return (
    <Card title={t.resources} flush>
      <Table columns={[t.name, t.type, t.contains, t.action]} stacked>
        {resources.map(({ key, kind, id, name, components, announcements, subscribers, action }) => (
          <tr key={key}>
            <td>
              {id ? (
                <Link to={resourceAddresses[kind]} params={{ id }}>
                  {name}
                </Link>
              ) : (
                name
              )}
            </td>
            <td>{t.kinds[kind]}</td>
            <td>{kind === 'status_page' && t.contents(components, announcements, subscribers)}</td>
            <td>{t.actions[action]}</td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}

function MappedMonitors({ mapped }: { mapped: ImportReport['mapped'] }) {
  const t = useImportReportMessages()
  const format = useFormat()
  return (
    <Card title={t.monitors} flush>
      <Table columns={[t.name, t.type, t.target, t.interval, t.action]} stacked>
        {mapped.map(({ key, name, type, target, interval_seconds: interval, action, monitor_id: id }) => (
          <tr key={key}>
            <td>{id ? <MonitorLink id={id} name={name} /> : name}</td>
            <td>{type}</td>
            <td className="break-words">{target}</td>
            <td>{format.duration(interval)}</td>
            <td>{t.actions[action]}</td>
          </tr>
        ))}
      </Table>
    </Card>
  )
}
