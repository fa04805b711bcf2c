import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../../api.ts'
import { useMessages } from '../../i18n.ts'
import { Card } from '../../parts/card.tsx'
import { Segments } from '../../parts/choose.tsx'
import { MonitorPicker } from '../../parts/monitor-picker.tsx'
import { MultiSelect } from '../../parts/multi-select.tsx'
import type { DraftProps } from './draft-props.ts'
import { windowMessages } from './messages.ts'

export function WhatFields({ draft, set, errors }: DraftProps) {
  const t = useMessages(windowMessages)
  const error = errors['monitorIds'] ?? errors['monitorTags']
  return (
    <Card title={t.what}>
      <div className="stack">
        <div>
          <Segments
            label={t.scope}
            value={draft.everything ? 'all' : 'some'}
            choices={[
              { value: 'some', label: t.some },
              { value: 'all', label: t.all },
            ]}
            onChange={(value) => set({ everything: value === 'all' })}
          />
        </div>
        {!draft.everything && (
          <>
            <Tags tags={draft.tags} onChange={(tags) => set({ tags })} />
            <MonitorPicker
              label={t.monitors}
              chosen={draft.monitorIds}
              onChange={(monitorIds) => set({ monitorIds })}
            />
          </>
        )}
        {error && <p className="error">{error}</p>}
      </div>
    </Card>
  )
}

function Tags({ tags, onChange }: { tags: readonly string[]; onChange: (tags: string[]) => void }) {
  const t = useMessages(windowMessages)
  const { data } = useQuery(queryFor('/dashboard/monitors', { query: { limit: 1 } }))
  const known = data?.facets?.tag ?? []
  const others = tags.filter((tag) => known.every(({ value }) => value !== tag)).map((value) => ({ value, count: 0 }))
  return (
    <div className="field">
      <span className="label">{t.tags}</span>
      <MultiSelect
        label={t.tags}
        options={[...known, ...others].map(({ value, count }) => ({ value, label: value, count }))}
        chosen={tags}
        onToggle={(tag) => onChange(tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag])}
        onClear={() => onChange([])}
      />
      <p className="hint">{t.tagsHint}</p>
    </div>
  )
}
