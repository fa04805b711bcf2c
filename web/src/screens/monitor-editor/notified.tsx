import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api.ts'
import { listOf, useMessages } from '../../i18n.ts'
import { usePreferences } from '../../preferences.ts'
import type { MonitorDraft } from './draft.ts'
import { editorMessages } from './messages.ts'

/** Who alerts of the draft reach, by name. */
export function Notified({ draft }: { draft: MonitorDraft }) {
  const t = useMessages(editorMessages)
  const { language } = usePreferences()
  const ids = draft.config['notificationGroupIds']
  const chosen = Array.isArray(ids) ? ids.map(String) : []
  const query = chosen.length > 0 ? { group_ids: chosen.join(',') } : {}
  const { data } = useQuery(queryFor('/dashboard/reach', { query }))
  if (!data) return null
  if (!data.reaches_somebody) return <p className="notified">{t.notifiesNobody}</p>
  const channels = data.channels
    .filter(({ silenced_reason: silenced }) => silenced === null)
    .map(({ name, recipients }) => (recipients.length > 0 ? t.channelTo(name, recipients.length) : name))
  const groups = listOf(
    language,
    data.groups.map(({ name }) => name),
  )
  return (
    <p className="notified">
      {groups === '' ? t.notifiesAll : t.notifies} <strong>{groups}</strong>
      {channels.length > 0 && (groups === '' ? ` ${listOf(language, channels)}` : `: ${listOf(language, channels)}`)}
    </p>
  )
}
