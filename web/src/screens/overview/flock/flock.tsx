// The flock: every monitor one shape, in groups. Trouble stands out by its shape, then by its colour.
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../api.ts'
import { useMessages } from '../../../messages.ts'
import { Card } from '../../../parts/card.tsx'
import { Chip, Segments } from '../../../parts/choose.tsx'
import { Loaded, Skeleton } from '../../../parts/content-states.tsx'
import { StatusMark } from '../../../parts/status-mark.tsx'
import { useChoices } from '../../../url.ts'
import type { Overview } from '../index.tsx'
import { FlockGroup } from './group.tsx'
import { flockWords } from './messages.ts'

export const groupings = ['tag', 'type', 'location'] as const
export type Grouping = (typeof groupings)[number]

/** Asked for beside the overview, and known by its own part and by what stands below it. */
export function useFlock() {
  const [{ by, tag }, choose] = useChoices({ by: 'tag', tag: '' })
  const asked = { by: groupings.find((known) => known === by) ?? 'tag', ...(tag && { tag }) }
  const query = useQuery({ ...ask('/dashboard/flock', { query: asked }), placeholderData: (before) => before })
  return { query, asked, choose }
}

export function Flock({ monitors }: { monitors: Overview['monitors'] }) {
  const say = useMessages(flockWords)
  const { query, asked, choose } = useFlock()
  const { by: grouping, tag } = asked
  return (
    <Card
      title={say.title}
      flush
      end={
        <>
          {tag && (
            <Chip on onClick={() => choose({ tag: '' })}>
              {say.only(tag)} ×
            </Chip>
          )}
          <Segments
            label={say.groupedBy}
            choices={groupings.map((value) => ({ value, label: say.by[value] }))}
            value={grouping}
            onChange={(value) => choose({ by: value })}
          />
        </>
      }
    >
      <Loaded query={query} what={say.failed} waiting={<Waiting />}>
        {({ groups }) => <Groups groups={groups} asked={asked} />}
      </Loaded>
      {!query.isPending && <Legend monitors={monitors} />}
    </Card>
  )
}

const Waiting = () => (
  <div className="body">
    <Skeleton height="1.75rem" lines={4} />
  </div>
)

interface GroupsProps {
  readonly groups: readonly { readonly key: string; readonly cells: string }[]
  readonly asked: { readonly by: Grouping; readonly tag?: string }
}

function Groups({ groups, asked }: GroupsProps) {
  const total = groups.reduce((sum, { cells }) => sum + cells.length, 0)
  const { data: locations } = useQuery({ ...ask('/locations'), enabled: asked.by === 'location' })
  const nameOf = (key: string): string => locations?.data.find(({ id }) => id === key)?.name ?? key
  return (
    <div className="flock">
      {groups.map(({ key, cells }) => (
        <FlockGroup key={key} group={key} name={nameOf(key)} cells={cells} total={total} asked={asked} />
      ))}
    </div>
  )
}

function Legend({ monitors }: { monitors: Overview['monitors'] }) {
  const say = useMessages(flockWords)
  const counts = { ...monitors, maintenance: monitors.in_maintenance }
  const shown = (['up', 'degraded', 'down', 'maintenance', 'paused', 'unknown'] as const).filter(
    (state) => state === 'up' || counts[state] > 0,
  )
  return (
    <p className="legend flock-legend">
      {shown.map((state) => (
        <span key={state}>
          <StatusMark status={state} size={12} />
          {say.count[state](counts[state])}
        </span>
      ))}
    </p>
  )
}
