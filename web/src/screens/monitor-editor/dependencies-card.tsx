import { useState } from 'react'
import { useMessages } from '../../i18n.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { MonitorPicker } from '../../parts/form/monitor-picker.tsx'
import { TagPicker } from '../../parts/form/tag-picker.tsx'
import type { MonitorDraft } from './draft.ts'
import { editorMessages } from './messages.ts'

interface DependenciesCardProps {
  readonly draft: MonitorDraft
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (part: Partial<MonitorDraft>) => void
}

/** Most monitors depend on nothing, so the choice opens on request. */
export function DependenciesCard({ draft: { dependsOn }, errors, onChange }: DependenciesCardProps) {
  const t = useMessages(editorMessages)
  const [isOpen, setOpen] = useState(dependsOn.monitors.length + dependsOn.tags.length > 0)
  const error = errors['dependsOn'] ?? errors['dependsOn.monitors'] ?? errors['dependsOn.tags']
  return (
    <Card title={t.dependsOn}>
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
          </>
        ) : (
          <div>
            <Button onClick={() => setOpen(true)}>{t.chooseParents}</Button>
          </div>
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
