// Sends a report as its schedule would, to the person who asks for it.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { cadences, reportedPeriod } from '../../domain/report/schedule.ts'
import { reportEmail } from '../../reports/email.ts'
import { makeReport } from '../../reports/report.ts'
import { reportSchedules } from '../../store/reports/schedules.ts'
import { accepted, defineOperation } from '../registry/define.ts'
import { unsetSchedule } from './schedules.ts'

export const sendSampleReport = defineOperation({
  id: 'sendSampleReport',
  method: 'POST',
  path: '/dashboard/reports/schedules/{cadence}/sample',
  audience: 'dashboard',
  tag: 'Reports',
  summary: 'Send the report of a schedule to yourself',
  description: 'Covers the day, week or month before now, with the monitors, tags and target of the schedule.',
  params: z.object({ cadence: z.enum(cadences) }),
  faults: ['conflict'],
  responses: {
    202: {
      description: 'It is being sent',
      schema: z.object({ object: z.literal('report_sample'), to: z.string() }),
    },
  },
  async handle({ params: { cadence } }, { db, caller, now, services }) {
    const { organization, user } = caller
    if (!user) throw new Fault('forbidden', 'A sample goes to the person who requests it; API keys cannot request one')
    if (!services.mail)
      throw new Fault('conflict', 'No mail server is configured: set LAPWING_MAIL_URL and LAPWING_MAIL_FROM first')
    const known = await reportSchedules(db, organization.id)
    const schedule = known.find((one) => one.cadence === cadence) ?? unsetSchedule(cadence)
    const request = {
      organization,
      period: reportedPeriod({ ...schedule, timezone: organization.timezone }, now),
      choice: schedule,
      slaTarget: schedule.slaTarget,
      now,
    }
    const report = await services.store.read((from) => makeReport(from, request))
    const to = { name: user.name, address: user.email }
    services.mail.send(async () => ({ ...(await reportEmail(report, services.origin())), to }))
    return accepted({ object: 'report_sample', to: user.email })
  },
})
