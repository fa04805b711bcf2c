// How the user would be paged now, in one sentence that the server computes, with a test and the switch for email.
import type { MyPaging } from '../../api-types.ts'
import { client, useResource } from '../../api.ts'
import { useFormat } from '../../format/use-format.ts'
import { listOf } from '../../i18n.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { Callout, Card } from '../../parts/card.tsx'
import { QueryResult } from '../../parts/content-states.tsx'
import { Switch } from '../../parts/form/field.tsx'
import { useSingleSubmit } from '../../parts/form/single-submit.ts'
import { usePreferences } from '../../preferences.ts'
import { toast, toastError } from '../../toast.ts'
import { useMyPagingMessages } from './my-paging-messages.ts'

export function MyPagingCard() {
  const t = useMyPagingMessages()
  const paging = useResource('/dashboard/my-paging')
  return (
    <Card title={t.title} stack>
      <QueryResult query={paging} what={t.couldNotLoad}>
        {(data) => (
          <>
            <Sentence paging={data} />
            <div className="row between wrap">
              <EmailSwitch paging={data} />
              {data.ways.length > 0 && <PageMe />}
            </div>
          </>
        )}
      </QueryResult>
    </Card>
  )
}

function Sentence({ paging: { ways, silenced, on_call: onCall, escalations } }: { paging: MyPaging }) {
  const t = useMyPagingMessages()
  const format = useFormat()
  const { language } = usePreferences()
  const list = listOf(language, [...new Set(ways.map(({ name, recipient }) => t.way(name, recipient)))])
  const shifts = onCall.map(({ schedule, until }) => t.shift(schedule, until && format.longWeekdayClock(until)))
  const how = ways.length === 0 ? t.unreachable : silenced ? t.quiet(list) : t.reaches(list)
  const when =
    escalations.length === 0
      ? t.nothingPages
      : shifts.length > 0
        ? t.onCall(listOf(language, shifts), listOf(language, escalations))
        : t.notNow(listOf(language, escalations))
  return (
    <Callout status={ways.length > 0 && escalations.length > 0 && !silenced ? 'up' : 'degraded'}>
      {how} {when}
    </Callout>
  )
}

export function EmailSwitch({ paging: { email } }: { paging: MyPaging }) {
  const t = useMyPagingMessages()
  const turn = useSingleSubmit({
    mutationFn: (on: boolean) => client.put('/dashboard/my-paging/email', { body: { on, names: t.names } }),
    onSuccess: async ({ email: after }) => {
      toast({ text: after.on ? t.turnedOn : t.turnedOff })
      await invalidate('contactMethod', 'onCall', 'escalation', 'contact')
    },
    onError: toastError,
  })
  return (
    <Switch
      label={t.email}
      hint={email.available ? t.emailHint : t.emailMissing}
      value={email.on}
      disabled={turn.isPending || (!email.available && !email.on)}
      onChange={(on) => turn.mutate(on)}
    />
  )
}

export function PageMe() {
  const t = useMyPagingMessages()
  const test = useSingleSubmit({
    mutationFn: () => client.post('/dashboard/my-paging/test'),
    onSuccess: ({ ways }) => toast({ text: t.sent(ways) }),
    onError: toastError,
  })
  return <Button icon="send" busy={test.isPending} label={t.send} onClick={() => test.mutate()} />
}
