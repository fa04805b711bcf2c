import type { OnCallSchedule } from '../../sdk/src/api.ts'
import { listAll } from '../../sdk/src/pages.ts'
import { defineCommand } from '../command.ts'
import type { Column } from '../output/table.ts'

const columns: readonly Column<OnCallSchedule>[] = [
  { title: 'SCHEDULE', value: ({ name }) => name },
  {
    title: 'ON CALL',
    value: ({ current_on_call: person, enabled }) =>
      enabled ? (person ? (person.name ?? person.email) : 'nobody') : 'schedule is off',
    style: ({ current_on_call, enabled }) => (enabled && current_on_call ? undefined : 'yellow'),
  },
  { title: 'EMAIL', value: ({ current_on_call }) => current_on_call?.email },
  { title: 'TIME ZONE', value: ({ timezone }) => timezone },
]

export const command = defineCommand({
  example: 'on-call',
  async run({ client, output, signal }) {
    const query = { limit: 100 }
    const schedules = await Array.fromAsync(listAll(await client(), '/on-call-schedules', { query, signal }))
    output.show(schedules, () =>
      schedules.length === 0 ? output.print('No on-call schedules yet.') : output.table(columns, schedules),
    )
  },
})
