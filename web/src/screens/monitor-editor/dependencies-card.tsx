import { useState } from 'react'
import { useMessages } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { MonitorPicker } from '../../parts/form/monitor-picker.tsx'
import { TagPicker } from '../../parts/form/tag-picker.tsx'
import { useMonitorFieldMessages } from '../../parts/vocabulary/monitor-field-messages.ts'
import { DependencyProposals } from './dependency-proposals.tsx'
import { type MonitorDraft, hasParents } from './draft.ts'
import { editorMessages } from './messages.ts'
import { VendorPicker } from './vendor-picker.tsx'

interface DependenciesCardProps {
  /** Undefined for a new monitor. */
  readonly monitorId: string | undefined
  readonly draft: MonitorDraft
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (part: Partial<MonitorDraft>) => void
  /** A proposal was applied: the monitor depends on this one now. */
  readonly onParent: (id: string) => void
}

/** Most monitors depend on nothing, so the choice opens on request. */
export function DependenciesCard({ monitorId, draft, errors, onChange, onParent }: DependenciesCardProps) {
  const { dependsOn } = draft
  const t = useMessages(editorMessages)
  const { names } = useMonitorFieldMessages()
  const [isOpen, setOpen] = useState(hasParents({ dependsOn }))
  const error = Object.entries(errors).find(([key]) => /^dependsOn(\.|$)/.test(key))?.[1]
  return (
    <Card title={names.dependsOn}>
      <div className="stack">
        <p className="muted">{t.dependsOnHint}</p>
        {isOpen ? (
          <>
            <MonitorPicker
              label={t.parents}
              chosen={dependsOn.monitors}
              onChange={(monitors) => onChange({ dependsOn: { ...dependsOn, monitors } })}
            />
            <TagPicker
              label={t.parentTags}
              hint={t.parentTagsHint}
              tags={dependsOn.tags}
              onChange={(tags) => onChange({ dependsOn: { ...dependsOn, tags } })}
            />
            <VendorPicker
              vendors={dependsOn.vendors}
              onChange={(vendors) => onChange({ dependsOn: { ...dependsOn, vendors } })}
            />
          </>
        ) : (
          <div>
            <Button onClick={() => setOpen(true)}>{t.chooseParents}</Button>
          </div>
        )}
        {monitorId !== undefined && (
          <DependencyProposals
            monitorId={monitorId}
            onParent={(id) => {
              onParent(id)
              setOpen(true)
            }}
          />
        )}
        {error && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
      </div>
    </Card>
  )
}
