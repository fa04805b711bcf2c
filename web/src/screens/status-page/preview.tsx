// The draft as visitors would see it. The server renders it; the frame runs no script.
import { useState } from 'react'
import type { StatusPageEdited } from '../../api-types.ts'
import { Card } from '../../parts/card.tsx'
import { Segments } from '../../parts/choose.tsx'
import { Switch } from '../../parts/form/field.tsx'
import { type PageLanguage, pageLanguages } from './languages.ts'
import { usePreviewMessages } from './preview-messages.ts'
import { Select } from '../../parts/form/select.tsx'

interface PreviewProps {
  readonly page: StatusPageEdited
  readonly version: number
}

export function Preview({ page, version }: PreviewProps) {
  const t = usePreviewMessages()
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop')
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const [language, setLanguage] = useState<PageLanguage>(page.draft?.look.language ?? page.language)
  const [isOutage, setIsOutage] = useState(false)
  const query = new URLSearchParams({ format: 'html', theme, language, as: isOutage ? 'outage' : 'now' })
  return (
    <div className="page-preview">
      <Card title={t.title} end={t.hint} flush>
        <div className="preview-tools">
          <Segments
            label={t.width}
            value={width}
            onChange={setWidth}
            choices={[
              { value: 'desktop', label: t.desktop },
              { value: 'phone', label: t.phone },
            ]}
          />
          <Segments
            label={t.theme}
            value={theme}
            onChange={setTheme}
            choices={[
              { value: 'light', label: t.light },
              { value: 'dark', label: t.dark },
            ]}
          />
          <Select aria-label={t.language} value={language} options={pageLanguages} onChange={setLanguage} />
          <Switch label={t.outage} checked={isOutage} onChange={setIsOutage} />
        </div>
        {isOutage && <p className="hint preview-note">{t.sample}</p>}
        <div className={`preview-frame ${width}`}>
          <iframe
            key={`${version} ${page.logo?.hash}`}
            title={t.frame(page.name)}
            src={`/app/status-pages/${page.id}/preview?${query}`}
            sandbox=""
          />
        </div>
      </Card>
    </div>
  )
}
