// The first monitor: detected, tested from every location, then saved.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, queryFor, client } from '../../api.ts'
import { useTranslation } from '../../catalog/use-translation.ts'
import { useFormat } from '../../format/use-format.ts'
import { TextField } from '../../parts/form/field.tsx'
import { StatusMark } from '../../parts/status-mark.tsx'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { useSetupMessages } from './messages.ts'
import { type Step, StepPage } from './step-page.tsx'
import { CenteredForm } from '../../frame/centered/centered-form.tsx'

type Recognized = AnswerOf<'/dashboard/monitors/recognize', 'post'>['data'][number]
type Run = AnswerOf<'/dashboard/monitors/try/{id}', 'get'>['results'][number]

interface TargetCheck {
  readonly found: Recognized
  readonly locations: readonly string[]
  readonly tryId: string
}

const defaultIntervalSeconds = 60

export function MonitorStep({ steps, onDone }: { steps: readonly Step[]; onDone: () => void }) {
  const t = useSetupMessages()
  const catalog = useTranslation()
  const [text, setText] = useState('')
  const look = useTargetCheck(text)
  const watch = useSingleSubmit({ mutationFn: createMonitor, onSuccess: onDone })
  const { data: tried } = useQuery({
    ...queryFor('/dashboard/monitors/try/{id}', { params: { id: look.data?.tryId ?? '' } }),
    enabled: look.data !== undefined,
    refetchInterval: ({ state }) => (state.data?.done ? false : 500),
  })
  const submit = (): void => {
    if (look.data && tried?.done) watch.mutate(look.data)
    else look.mutate()
  }
  const change = (next: string): void => {
    setText(next)
    look.reset()
  }
  const looking = look.isPending || (look.data !== undefined && !tried?.done)
  return (
    <StepPage at="monitor" steps={steps} title={t.monitor.title} lead={t.monitor.lead} onSkip={onDone}>
      <CenteredForm
        onSubmit={submit}
        action={looking ? t.monitor.looking : look.data ? t.monitor.watch(look.data.found.name) : t.monitor.look}
        busy={looking || watch.isPending}
        error={look.error ?? watch.error}
      >
        <TextField
          label={t.monitor.field}
          value={text}
          placeholder={t.monitor.example}
          hint={look.data && t.monitor.as(catalog.text(look.data.found.type_name))}
          mono
          required
          autoFocus
          onChange={change}
        />
        {look.data && <Results runs={tried?.results ?? []} />}
      </CenteredForm>
    </StepPage>
  )
}

function useTargetCheck(text: string) {
  const t = useSetupMessages()
  return useSingleSubmit({
    mutationFn: async (): Promise<TargetCheck> => {
      const [{ data: matches }, { data: places }, { data: types }] = await Promise.all([
        client.post('/dashboard/monitors/recognize', { body: { text } }),
        client.get('/locations', { query: { limit: 100 } }),
        client.get('/meta/monitor-types'),
      ])
      const found = matches[0]
      if (!found) throw new Error(t.monitor.nothing)
      const { type, target, config } = found
      if (types.some((one) => one.type === type && !one.requires_locations)) throw new Error(t.monitor.notProbed)
      const live = places.filter(({ status }) => status === 'live')
      // Right after the start no location may be live yet; use all of them.
      const locations = (live.length > 0 ? live : places).map(({ id }) => id)
      const { id: tryId } = await client.post('/dashboard/monitors/try', { body: { type, target, config, locations } })
      return { found, locations, tryId }
    },
  })
}

async function createMonitor({ found, locations }: TargetCheck): Promise<void> {
  const { name, type, target, config } = found
  const { data: types } = await client.get('/meta/monitor-types')
  const interval = Math.max(defaultIntervalSeconds, types.find((one) => one.type === type)?.min_interval_seconds ?? 0)
  await client.post('/monitors', { body: { name, type, target, config, locations, interval } as never })
}

function Results({ runs }: { runs: readonly Run[] }) {
  const t = useSetupMessages()
  const failed = runs.some(({ success }) => success === false)
  return (
    <div className="tried" role="status">
      <ul>
        {runs.map((run) => (
          <li key={run.location.id}>
            <StatusMark status={markOf(run)} />
            <span>
              <span className="strong">{run.location.name}</span> <Outcome run={run} />
            </span>
          </li>
        ))}
      </ul>
      {failed && <p className="hint">{t.monitor.failsHint}</p>}
    </div>
  )
}

function markOf({ status, success }: Run): 'unknown' | 'up' | 'down' {
  if (status !== 'done' || success === null) return 'unknown'
  return success ? 'up' : 'down'
}

function Outcome({ run: { status, success, not_checked: unable, duration_ms: ms, error } }: { run: Run }) {
  const t = useSetupMessages()
  const format = useFormat()
  if (status !== 'done') return t.monitor.looking
  if (unable || success === null) return t.monitor.notChecked
  return success ? t.monitor.works(format.response(ms)) : t.monitor.fails(error ?? '')
}
