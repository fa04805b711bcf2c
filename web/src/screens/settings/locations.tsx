import { useState } from 'react'
import { useResource } from '../../api.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { StatusWord } from '../../parts/status-mark.tsx'
import { useCan } from '../../session.ts'
import { SettingsPage } from './settings-page.tsx'
import { NewLocationDialog } from './location-form.tsx'
import { useLocationMessages } from './messages.ts'
import { PrivateLocations } from './private-locations.tsx'

export function Locations() {
  const t = useLocationMessages()
  const query = useResource('/locations', { query: { limit: 100 } })
  const [making, setMaking] = useState(false)
  const can = useCan()
  const add = <Button weight="primary" icon="plus" label={t.add} onClick={() => setMaking(true)} />
  return (
    <SettingsPage section="locations" actions={can('admin') && add}>
      <Card title={t.title} flush>
        <QueryResult query={query}>
          {({ data }) => (
            <ul className="list">
              {data.map(({ id, name, city, country, status }) => (
                <li key={id}>
                  <span className="min-w-0">
                    {name}
                    <span className="sub">{[city, country].filter(Boolean).join(', ')}</span>
                  </span>
                  <span className="at">
                    <StatusWord status={status === 'live' ? 'up' : 'unknown'}>{t[status]}</StatusWord>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </QueryResult>
      </Card>
      {can('admin') && <PrivateLocations />}
      <p className="hint">{t.more}</p>
      {making && <NewLocationDialog onClose={() => setMaking(false)} />}
    </SettingsPage>
  )
}
