// Adds a host; its page then shows the enrolment command.
import { type ReactNode } from 'react'
import { client } from '../../api.ts'
import { useNavigateIfMounted } from '../../frame/navigate-if-mounted.ts'
import { NoPermission } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { invalidate } from '../../invalidation.ts'
import { Button, ButtonLink } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { useCan } from '../../session.ts'
import { splitList, useChoices } from '../../url.ts'
import { keepEnrolment } from './host-data.ts'
import { useEnrolmentMessages, useHostMessages } from './messages.ts'
import { useForm } from '../../parts/form/use-form.tsx'

export function Screen(): ReactNode {
  return useCan()('member') ? <NewHost /> : <NoPermission />
}

function NewHost() {
  const t = useEnrolmentMessages()
  const { hosts } = useHostMessages()
  const navigateIfMounted = useNavigateIfMounted()
  const [{ name: given }] = useChoices({ name: '' })
  const { field, ...saving } = useForm({ name: given, tags: '' }, async ({ name, tags }) => {
    const body = { name, tags: splitList(tags).map((tag) => tag.trim()) }
    const made = await client.post('/hosts', { body })
    keepEnrolment(made)
    void invalidate('monitor')
    await navigateIfMounted({ to: '/hosts/$id', params: { id: made.id } })
  })
  return (
    <>
      <PageHead title={t.newHost} crumbs={[{ label: hosts, link: { to: '/hosts' } }]}>
        {t.intro}
      </PageHead>
      <Card>
        <form className="stack max-w-measure" noValidate onSubmit={saving.submit}>
          {saving.summary}
          <TextField label={t.name} hint={t.nameHint} {...field('name')} autoFocus />
          <TextField label={t.tags} note={t.optional} hint={t.tagsHint} {...field('tags')} />
          <div className="actions">
            <Button weight="primary" type="submit" busy={saving.busy} label={t.create} />
            <ButtonLink label={t.cancel} to="/hosts" />
          </div>
        </form>
      </Card>
    </>
  )
}
