// Single sign-on of the organization: its provider, who gets which role, and whether it is required.
import { type AnswerOf, client, useResource } from '../../../api.ts'
import { NotFound } from '../../../frame/not-found.tsx'
import { invalidate } from '../../../invalidation.ts'
import { Button } from '../../../parts/button.tsx'
import { Card } from '../../../parts/card.tsx'
import { QueryResult } from '../../../parts/content-states.tsx'
import { Switch } from '../../../parts/form/field.tsx'
import { FormError } from '../../../parts/form/form-error.tsx'
import { useSingleSubmit } from '../../../parts/form/single-submit.ts'
import { RelativeTime } from '../../../parts/time.tsx'
import { useCan } from '../../../session.ts'
import { SettingsPage } from '../settings-page.tsx'
import { ProviderForm } from './provider-form.tsx'
import { bodyOf } from './settings-draft.ts'
import { useSingleSignOnSettingsMessages } from './messages.ts'
import { confirmDeletion } from '../../../frame/confirm/confirm-deletion.ts'

type Settings = AnswerOf<'/dashboard/single-sign-on', 'get'>

export function SingleSignOn() {
  return useCan()('owner') ? <ForOwners /> : <NotFound />
}

function ForOwners() {
  const t = useSingleSignOnSettingsMessages()
  const query = useResource('/dashboard/single-sign-on')
  return (
    <SettingsPage section="single-sign-on">
      <QueryResult query={query} what={t.failed}>
        {(settings) => (
          <>
            <ProviderForm key={String(settings.configured)} settings={settings} />
            {settings.configured && <Enforcement settings={settings} />}
          </>
        )}
      </QueryResult>
    </SettingsPage>
  )
}

function Enforcement({ settings }: { settings: Settings }) {
  const t = useSingleSignOnSettingsMessages()
  const { tested_at: testedAt, required } = settings
  const test = useSingleSubmit({
    mutationFn: async () => location.assign((await client.post('/dashboard/single-sign-on/test', { body: {} })).url),
  })
  const change = useSingleSubmit({
    mutationFn: async (isRequired: boolean) => {
      await client.put('/dashboard/single-sign-on', { body: { ...bodyOf(settings), required: isRequired } })
      await invalidate('singleSignOn')
    },
  })
  return (
    <Card title={t.enforcement} end={<TurnOff />}>
      <div className="stack">
        <div className="grid gap-2">
          <div>
            <Button busy={test.isPending} label={t.test} onClick={() => test.mutate()} />
          </div>
          <p className="hint">{t.testHint}</p>
          <p className="hint">{testedAt === null ? t.untested : <RelativeTime at={testedAt} prefix={t.tested} />}</p>
        </div>
        <FormError error={test.error ?? change.error} />
        <Switch
          label={t.require}
          hint={testedAt === null && !required ? `${t.requireHint} ${t.testFirst}` : t.requireHint}
          value={required}
          disabled={testedAt === null && !required}
          onChange={(checked) => change.mutate(checked)}
        />
      </div>
    </Card>
  )
}

function TurnOff() {
  const t = useSingleSignOnSettingsMessages()
  const turnOff = (): Promise<void> =>
    confirmDeletion({
      name: t.off,
      title: t.offTitle,
      text: t.offText,
      verb: t.offVerb,
      done: t.turnedOff,
      request: () => client.delete('/dashboard/single-sign-on'),
      stale: ['singleSignOn'],
    })
  return <Button small label={t.off} onClick={() => void turnOff()} />
}
