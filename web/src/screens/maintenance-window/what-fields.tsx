import { Card } from '../../parts/card.tsx'
import { Segments } from '../../parts/choose.tsx'
import { MonitorPicker } from '../../parts/form/monitor-picker.tsx'
import { TagPicker } from '../../parts/form/tag-picker.tsx'
import type { DraftProps } from './draft-props.ts'
import { useWindowMessages } from './messages.ts'

export function WhatFields({ draft, set, errors }: DraftProps) {
  const t = useWindowMessages()
  const error = errors['monitorIds'] ?? errors['monitorTags']
  return (
    <Card title={t.what} stack>
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
          <TagPicker label={t.tags} hint={t.tagsHint} tags={draft.tags} onChange={(tags) => set({ tags })} />
          <MonitorPicker label={t.monitors} chosen={draft.monitorIds} onChange={(monitorIds) => set({ monitorIds })} />
        </>
      )}
      {error && <p className="error">{error}</p>}
    </Card>
  )
}
