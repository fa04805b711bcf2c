// Previews the messages of a channel type with a sample incident.
import { useState } from 'react'
import type { ChannelPreview } from '../../api-types.ts'
import { useResource } from '../../api.ts'
import { Card } from '../../parts/card.tsx'
import { Segments } from '../../parts/choose.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { useChannelMessages } from './messages.ts'

export function Preview({ type }: { type: string }) {
  const t = useChannelMessages()
  const [moment, setMoment] = useState<ChannelPreview['moment']>('firing')
  const previews = useResource('/dashboard/channel-previews', { query: { type } })
  const choices = (previews.data?.data ?? []).map(({ moment: value }) => ({ value, label: t.moments[value] }))
  return (
    <Card title={t.preview} end={<Segments label={t.preview} choices={choices} value={moment} onChange={setMoment} />}>
      <QueryResult query={previews} what={t.previewFailed}>
        {({ data }) => {
          const shown = data.find((one) => one.moment === moment)
          return (
            <div className="stack">
              {shown?.title && <p className="strong">{shown.title}</p>}
              <pre className="code whitespace-pre-wrap break-words">{shown?.text}</pre>
            </div>
          )
        }}
      </QueryResult>
    </Card>
  )
}
