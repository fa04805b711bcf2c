import { useState } from 'react'
import type { EscalationPolicy } from '../../api-types.ts'
import { client } from '../../api.ts'
import { useNavigateIfMounted } from '../../frame/navigate-if-mounted.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { TextField } from '../../parts/form/field.tsx'
import { toast } from '../../toast.ts'
import { usePolicyMessages } from './messages.ts'
import { StepCard, type StepDraft } from './step-card.tsx'
import type { TargetBody } from './targets.ts'
import { useForm } from '../../parts/form/use-form.tsx'
import { SaveActions } from '../../parts/form/dialog-form.tsx'

const firstStep: StepDraft = { key: 0, delay: '0', targets: [] }

function stepsOf(policy: EscalationPolicy | undefined): StepDraft[] {
  if (!policy) return [firstStep]
  return policy.steps.map(({ delay_minutes: minutes, targets }, key) => ({
    key,
    delay: String(minutes),
    targets: targets as TargetBody[],
  }))
}

function useSteps(policy: EscalationPolicy | undefined) {
  const [steps, setSteps] = useState(() => stepsOf(policy))
  const add = (): void =>
    setSteps((before) => [...before, { key: Math.max(...before.map(({ key }) => key)) + 1, delay: '10', targets: [] }])
  const change = (key: number, part: Partial<StepDraft>): void =>
    setSteps((before) => before.map((step) => (step.key === key ? { ...step, ...part } : step)))
  const remove = (key: number): void => setSteps((before) => before.filter((step) => step.key !== key))
  return { steps, add, change, remove }
}

export function PolicyForm({ policy }: { policy?: EscalationPolicy }) {
  const t = usePolicyMessages()
  const { steps, add, change, remove } = useSteps(policy)
  const initial = { name: policy?.name ?? '', repeat: String(policy?.repeat_count ?? 2) }
  const { field, ...saving } = useForm(initial, useSave(policy, steps))
  return (
    <form className="stack" onSubmit={saving.submit} noValidate>
      {saving.summary}
      <Card>
        <div className="form-pairs">
          <TextField label={t.name} {...field('name')} maxLength={100} />
          <TextField
            label={t.repeat}
            hint={t.repeatHint}
            type="number"
            min={0}
            max={10}
            {...field('repeat', 'repeatCount')}
          />
        </div>
      </Card>
      {steps.map((step, index) => (
        <StepCard
          key={step.key}
          step={step}
          index={index}
          errors={saving.errors}
          onChange={(part) => change(step.key, part)}
          onRemove={steps.length > 1 ? () => remove(step.key) : undefined}
        />
      ))}
      <div className="row">
        <Button icon="plus" label={t.addStep} onClick={add} />
      </div>
      <SaveActions saving={saving} action={policy ? t.save : t.create} cancelTo="/on-call/escalation" />
    </form>
  )
}

function useSave(policy: EscalationPolicy | undefined, steps: readonly StepDraft[]) {
  const t = usePolicyMessages()
  const navigateIfMounted = useNavigateIfMounted()
  return async ({ name, repeat }: { name: string; repeat: string }): Promise<void> => {
    const body = {
      name,
      repeatCount: Number(repeat),
      steps: steps.map(({ delay, targets }) => ({ delayMinutes: Number(delay), targets: [...targets] })),
    }
    if (policy) await client.patch('/escalation-policies/{id}', { params: { id: policy.id }, body })
    else await client.post('/escalation-policies', { body })
    toast({ text: t.saved(name) })
    await navigateIfMounted({ to: '/on-call/escalation' })
    await invalidate('escalation')
  }
}
