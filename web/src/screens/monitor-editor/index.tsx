// Create or edit a monitor.
import './monitor-editor.css'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Location, MonitorType } from '../../api-types.ts'
import { queryFor } from '../../api.ts'
import { useMonitorTypes } from '../../catalog/catalog.ts'
import { NoPermission } from '../../frame/not-found.tsx'
import { useMessages } from '../../i18n.ts'
import { QueryResult } from '../../parts/content-states.tsx'
import { useCan } from '../../session.ts'
import { useChoices } from '../../url.ts'
import { copyOf, draftOf, emptyDraft, withType } from './draft.ts'
import { Editor } from './editor.tsx'
import { editorMessages } from './messages.ts'

export function Screen(): ReactNode {
  const t = useMessages(editorMessages)
  const { id } = useParams({ strict: false }) as { id?: string }
  const [{ from }] = useChoices({ from: '' })
  const types = useMonitorTypes()
  const locations = useQuery(queryFor('/locations'))
  const mayWrite = useCan()('member')
  if (!mayWrite) return <NoPermission />
  return (
    <QueryResult query={types} what={t.typesFailed}>
      {(known) => (
        <QueryResult query={locations}>
          {({ data: places }) => {
            const base = id ?? from
            return base ? (
              <ExistingMonitor key={base} id={base} isCopy={id === undefined} types={known} locations={places} />
            ) : (
              <NewMonitor types={known} locations={places} />
            )
          }}
        </QueryResult>
      )}
    </QueryResult>
  )
}

interface Catalog {
  readonly types: readonly MonitorType[]
  readonly locations: readonly Location[]
}

const maxDefaultLocations = 4

function NewMonitor({ types, locations }: Catalog) {
  const [{ type, target }] = useChoices({ type: '', target: '' })
  const enrolledWith = types.find((one) => one.type === type)?.enrolled_with
  if (enrolledWith) return <Navigate to={`${enrolledWith}/new`} search={{ name: target || undefined }} replace />
  const live = locations.filter(({ status }) => status === 'live').map(({ id }) => id)
  const empty = { ...emptyDraft, type, target, locations: live.slice(0, maxDefaultLocations) }
  const known = types.find((one) => one.type === type)
  const draft = known ? withType(empty, known) : empty
  return <Editor types={types} locations={locations} initial={draft} />
}

function ExistingMonitor({ id, isCopy, types, locations }: Catalog & { id: string; isCopy: boolean }) {
  const t = useMessages(editorMessages)
  const monitor = useQuery(queryFor('/monitors/{id}', { params: { id } }))
  return (
    <QueryResult query={monitor} what={t.couldNotLoad}>
      {(data) => {
        const type = types.find((one) => one.type === data.type)
        if (isCopy && type) return <Editor types={types} locations={locations} initial={copyOf(data, type)} />
        return <Editor types={types} locations={locations} initial={draftOf(data)} monitorId={data.id} />
      }}
    </QueryResult>
  )
}
