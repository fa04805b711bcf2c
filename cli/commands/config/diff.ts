import { defineCommand } from '../../command.ts'
import { documentArguments } from '../../document.ts'
import { planOptions, requestPlan, showPlan } from './plan.ts'
import { exitCodes } from '../../exit-codes.ts'

export const command = defineCommand({
  description: 'Nothing is changed. Exits with 2 if something differs.',
  arguments: documentArguments,
  options: planOptions,
  example: 'diff -f lapwing.yaml --format markdown',
  async run(context) {
    const plan = await requestPlan(context)
    showPlan(context, plan)
    return plan.changes.length === 0 ? exitCodes.ok : exitCodes.changes
  },
})
