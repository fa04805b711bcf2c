import { z } from 'zod'
import { nameOf } from '../../domain/fields/name.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { lockOwner } from '../registry/signed-in-user.ts'
import { pageByEmail, stopPagingByEmail } from './email-paging.ts'
import { describeMyPaging, myPaging } from './my-paging.ts'

export const switchEmailPaging = defineOperation({
  id: 'switchEmailPaging',
  method: 'PUT',
  path: '/dashboard/my-paging/email',
  audience: 'dashboard',
  tag: 'On-call',
  summary: 'Be paged by email, or not',
  description:
    'Switched on, it creates what is missing: a contact method and, if alerts of the default contact group escalate to ' +
    'nobody yet, an on-call schedule with you and an escalation policy. Switched off, it deletes the contact method.',
  body: z
    .strictObject({
      on: z.boolean(),
      names: z
        .strictObject({
          method: nameOf(100).default('Email'),
          schedule: nameOf(100).default('Primary'),
          layer: nameOf(100).default('Weekly'),
          policy: nameOf(100).default('On-call'),
        })
        .prefault({})
        .meta({ description: 'Names for what it creates' }),
    })
    .meta({ id: 'EmailPaging' }),
  bodyExample: { on: true },
  faults: ['conflict'],
  responses: { 200: { description: 'How a page would reach you', schema: myPaging } },
  async handle({ body: { on, names } }, context) {
    await lockOwner(context)
    await (on ? pageByEmail(context, names) : stopPagingByEmail(context))
    return ok(await describeMyPaging(context))
  },
})
