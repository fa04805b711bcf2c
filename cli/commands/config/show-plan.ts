import type { ConfigPlan } from '../../../sdk/src/api.ts'
import { defineCommand } from '../../command.ts'
import { plainText } from '../../output/plain-text.ts'
import { followPlan } from './follow.ts'
import { planFormat, showPlan } from './plan.ts'

export const command = defineCommand({
  description: 'Follows a plan that is being applied. Exits with 1 if that fails.',
  arguments: [{ name: 'id', help: 'The id of the plan' }],
  options: { format: planFormat },
  example: 'plan show 0198c5a2-9b10-7d21-8c44-2b6f0e9d7a31',
  async run(context) {
    const { args, client, output, signal, options } = context
    const [id] = args as [string]
    const found = await (await client()).get('/config/plans/{id}', { params: { id }, signal })
    const plan = await followPlan(context, found)
    showPlan(context, plan)
    if (output.isForPeople || options['format'] === 'text') output.print(plainText(stateOf(plan)))
  },
})

function stateOf({ state, applied_at: at, expires_at: expires }: ConfigPlan): string {
  if (state === 'applied') return `Applied at ${at}.`
  return state === 'expired' ? `Expired at ${expires} without being applied.` : `Not applied; expires at ${expires}.`
}
