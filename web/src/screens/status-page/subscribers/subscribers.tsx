// Who gets messages about the page.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StatusPageEdited, StatusPageSubscriber } from '../../../api-types.ts'
import { client, listQueryFor, useResource } from '../../../api.ts'
import { useDebounced } from '../../../debounced.ts'
import { Button } from '../../../parts/button.tsx'
import { Card, FigureStrip } from '../../../parts/card.tsx'
import { StatusWord } from '../../../parts/status-mark.tsx'
import { Timestamp } from '../../../parts/time.tsx'
import { useSubscriberMessages } from './messages.ts'
import { Table } from '../../../parts/table.tsx'
import { invalidate } from '../../../invalidation.ts'
import { toast } from '../../../toast.ts'
import { DialogForm } from '../../../parts/form/dialog-form.tsx'
import { EmptyState, PagedResult } from '../../../parts/content-states.tsx'
import { Select, optionsOf, TextArea } from '../../../parts/form/field.tsx'
import { useFormSubmit } from '../../../parts/form/use-form.tsx'
import { DeleteButton } from '../../../frame/confirm/delete-button.tsx'

const typingMs = 200
const states = ['confirmed', 'waiting', 'retired'] as const

export function SubscribersTab({ page, mayWrite }: { page: StatusPageEdited; mayWrite: boolean }) {
  const t = useSubscriberMessages()
  return mayWrite ? <Subscribers pageId={page.id} /> : <p className="muted">{t.viewer}</p>
}

function Subscribers({ pageId }: { pageId: string }) {
  const t = useSubscriberMessages()
  const [text, setText] = useState('')
  const [state, setState] = useState('')
  const [isImporting, setIsImporting] = useState(false)
  const q = useDebounced(text.trim(), typingMs)
  const list = useInfiniteQuery({
    ...listQueryFor('/status-pages/{id}/subscribers', {
      params: { id: pageId },
      query: { ...(q && { q }), ...(state && { state }) },
    }),
    placeholderData: keepPreviousData,
  })
  const isFiltered = q !== '' || state !== ''
  return (
    <div className="stack">
      <SubscriberCounts pageId={pageId} />
      <div className="row wrap">
        <input
          className="input subscriber-search"
          type="search"
          aria-label={t.search}
          placeholder={t.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Select
          className="input w-auto"
          aria-label={t.state}
          value={state}
          none={t.all}
          options={optionsOf(t.states)}
          onChange={setState}
        />
        <Button label={t.import} onClick={() => setIsImporting(true)} />
      </div>
      <PagedResult
        query={list}
        what={t.couldNotLoad}
        empty={isFiltered ? <p className="muted">{t.noMatch}</p> : <EmptyState title={t.empty} text={t.emptyGives} />}
      >
        {(data) => <SubscriberTable subscribers={data} pageId={pageId} />}
      </PagedResult>
      {isImporting && <ImportSubscribers pageId={pageId} onClose={() => setIsImporting(false)} />}
    </div>
  )
}

function SubscriberCounts({ pageId }: { pageId: string }) {
  const t = useSubscriberMessages()
  const { data } = useResource('/status-pages/{id}/subscribers', { params: { id: pageId }, query: { limit: 1 } })
  if (!data) return null
  const byChannel = Object.entries(data.by_channel).map(([channel, value]) => ({
    label: t.channels[channel as StatusPageSubscriber['channel']],
    value,
  }))
  const byState = states.slice(1).map((one) => ({ label: t.states[one], value: data.by_state[one] }))
  return <FigureStrip figures={[...byChannel, ...byState]} />
}

function SubscriberTable({ subscribers, pageId }: { subscribers: readonly StatusPageSubscriber[]; pageId: string }) {
  const t = useSubscriberMessages()
  return (
    <Card flush>
      <Table columns={[t.address, t.kind, t.state, t.gets, t.since, { label: t.actions, isHidden: true }]} stacked>
        {subscribers.map((one) => (
          <Row key={one.id} subscriber={one} pageId={pageId} />
        ))}
      </Table>
    </Card>
  )
}

const marks = { confirmed: 'up', waiting: 'unknown', retired: 'down' } as const

function Row({ subscriber, pageId }: { subscriber: StatusPageSubscriber; pageId: string }) {
  const t = useSubscriberMessages()
  const { id, address, channel, state, kinds, component_ids: components } = subscriber
  const params = { id: pageId, subscriberId: id }
  const [onlyKind] = kinds
  const gets = [
    ...(components.length > 0 ? [t.parts(components.length)] : []),
    ...(kinds.length === 1 && onlyKind ? [t.only[onlyKind]] : []),
  ]
  return (
    <tr>
      <td>{address}</td>
      <td>{t.channels[channel]}</td>
      <td>
        <StatusWord status={marks[state]}>{t.states[state]}</StatusWord>
        {subscriber.retired_reason && <span className="sub">{subscriber.retired_reason}</span>}
      </td>
      <td>{gets.join(', ') || t.everything}</td>
      <td>
        <Timestamp at={subscriber.created_at} as="day" />
      </td>
      <td className="right">
        <DeleteButton
          as="icon"
          weight="ghost"
          way="remove"
          name={address}
          text={t.removeText}
          request={() => client.delete('/status-pages/{id}/subscribers/{subscriberId}', { params })}
          stale={['statusPage']}
        />
      </td>
    </tr>
  )
}

interface RefusedLine {
  readonly line: number
  readonly address: string
  readonly message: string
}

function ImportSubscribers({ pageId, onClose }: { pageId: string; onClose: () => void }) {
  const t = useSubscriberMessages()
  const [csv, setCsv] = useState('')
  const [refused, setRefused] = useState<readonly RefusedLine[]>([])
  const saving = useFormSubmit(async () => {
    const result = await client.post('/status-pages/{id}/subscribers/import', { params: { id: pageId }, body: { csv } })
    if (result.asked > 0) toast({ text: t.imported(result.asked) })
    setRefused(result.refused)
    await invalidate('statusPage')
    if (result.refused.length === 0) onClose()
  })
  return (
    <DialogForm
      title={t.importTitle}
      saving={saving}
      action={t.importVerb}
      cancel={refused.length > 0 && t.close}
      disabled={csv.trim() === ''}
      wide
      held
      onClose={onClose}
    >
      <TextArea
        label={t.importLabel}
        hint={t.importHint}
        mono
        rows={8}
        value={csv}
        error={saving.errors['csv']}
        onChange={setCsv}
      />
      {refused.length > 0 && (
        <div className="error" role="alert">
          {refused.map(({ line, address, message }) => (
            <p key={line}>{t.refused(line, address, message)}</p>
          ))}
        </div>
      )}
    </DialogForm>
  )
}
