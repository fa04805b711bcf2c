// What other tables of Uptime Kuma say about its monitors.
import { type DocumentFields, fieldsIn, hostPort, listIn, numberIn, textIn } from '../drafting.ts'
import type { ImportChange } from '../setup.ts'
import { type KumaDump, jsonIn, rowsBy } from './dump.ts'
import { linkedNotifications } from './notifications.ts'

export interface MonitorRelations {
  readonly names: ReadonlyMap<string, string>
  readonly tagsOf: (monitor: DocumentFields) => readonly KumaTag[]
  readonly channelsOf: (monitor: DocumentFields) => readonly string[]
  readonly proxies: ReadonlyMap<string, string>
  readonly browsers: ReadonlyMap<string, string>
  /** Addresses of Docker, as targets of ours. */
  readonly dockerHosts: ReadonlyMap<string, string>
  readonly notifyDays: NotifyDays
}

/** Days before an expiry on which Kuma warns, most first; null if its defaults were never changed. */
export interface NotifyDays {
  readonly certificate: readonly number[] | null
  readonly domain: readonly number[] | null
}

interface KumaTag {
  readonly text: string
  readonly color: string
}

export function relationsOf(dump: KumaDump): MonitorRelations {
  const namesIn = (rows: readonly DocumentFields[], nameOf: (row: DocumentFields) => string) =>
    new Map(rows.map((row) => [textIn(row['id']), nameOf(row)]))
  const tags = new Map(dump.tag.map((tag) => [textIn(tag['id']), tag]))
  const byMonitor = rowsBy(dump.monitor_tag, 'monitor_id')
  return {
    names: namesIn(dump.monitor, ({ name }) => textIn(name)),
    tagsOf: ({ id }) =>
      (byMonitor.get(textIn(id)) ?? []).map(({ tag_id: tagId, value }) => {
        const { name, color } = fieldsIn(tags.get(textIn(tagId)))
        return { text: textIn(value) ? `${textIn(name)}:${textIn(value)}` : textIn(name), color: textIn(color) }
      }),
    channelsOf: linkedNotifications(dump),
    proxies: namesIn(
      dump.proxy,
      ({ protocol, host, port }) => `${textIn(protocol)}://${hostPort(textIn(host), numberIn(port))}`,
    ),
    browsers: namesIn(dump.remote_browser, ({ name }) => textIn(name)),
    dockerHosts: namesIn(dump.docker_host, ({ docker_type: type, docker_daemon: daemon }) =>
      textIn(type) === 'socket' ? `unix://${textIn(daemon)}` : textIn(daemon).replace(/^tcp:/, 'http:'),
    ),
    notifyDays: { certificate: daysIn(dump, 'tlsExpiryNotifyDays'), domain: daysIn(dump, 'domainExpiryNotifyDays') },
  }
}

function daysIn({ setting }: KumaDump, name: string): readonly number[] | null {
  const row = setting.find(({ key }) => key === name)
  if (!row) return null
  const days = listIn(jsonIn(row['value'])).flatMap((day) => numberIn(day) ?? [])
  return days.filter((day) => day > 0 && day <= 3650).toSorted((a, b) => b - a)
}

export function tagsOf(monitor: DocumentFields, { names, tagsOf: ownTags }: MonitorRelations, changes: ImportChange[]) {
  const parent = names.get(textIn(monitor['parent']))
  const tags = ownTags(monitor)
  const colored = tags.filter(({ color }) => color !== '')
  if (colored.length > 0)
    changes.push({
      field: 'colors of tags',
      from: colored.map(({ text, color }) => `${text} ${color}`).join(', '),
      to: '',
      reason: 'tags have no colors',
    })
  const texts = tags.map(({ text }) => text)
  return parent ? [...texts, `group:${parent}`] : texts
}
