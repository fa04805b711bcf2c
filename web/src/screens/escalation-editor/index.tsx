// Creates or edits an escalation policy.
import { useParams } from '@tanstack/react-router'
import { useResource, client } from '../../api.ts'
import { NoPermission, ScreenResult } from '../../frame/not-found.tsx'
import { PageHead } from '../../frame/page-head.tsx'
import { useCan } from '../../session.ts'
import { usePolicyMessages } from './messages.ts'
import { useState } from 'react'
import type { EscalationPolicy } from '../../api-types.ts'
import { useNavigateIfMounted } from '../../frame/navigate-if-mounted.ts'
import { invalidate } from '../../invalidation.ts'
import { Button } from '../../parts/button.tsx'
import { Card, RemovableTag } from '../../parts/card.tsx'
import { TextField, Field } from '../../parts/form/field.tsx'
import { useOfferEscalation } from '../escalation/offer-escalation.ts'
import { toast } from '../../toast.ts'
import { type TargetBody, keyOfTarget, targetKinds, useTargetOptions } from './targets.ts'
import { useForm, type FormSubmit } from '../../parts/form/use-form.tsx'
import { SaveActions } from '../../parts/form/dialog-form.tsx'

export function Screen() {
  const t = usePolicyMessages()
  const { id } = useParams({ strict: false }) as { id?: string }
  if (!useCan()('member')) return <NoPermission />
  if (id !== undefined) return <ExistingPolicy id={id} />
  return (
    <>
      <PageHead
        title={t.newTitle}
        crumbs={[{ label: t.escalation, link: { to: '/on-call/escalation' } }, { label: t.newTitle }]}
      />
      <PolicyForm />
    </>
  )
}

function ExistingPolicy({ id }: { id: string }) {
  const t = usePolicyMessages()
  const policy = useResource('/escalation-policies/{id}', { params: { id } })
  return (
    <ScreenResult query={policy} item="policy" what={t.couldNotLoad}>
      {(data) => (
        <>
          <PageHead
            title={t.editTitle(data.name)}
            crumbs={[{ label: t.escalation, link: { to: '/on-call/escalation' } }, { label: data.name }]}
          />
          <PolicyForm key={data.id} policy={data} />
        </>
      )}
    </ScreenResult>
  )
}

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

function PolicyForm({ policy }: { policy?: EscalationPolicy }) {
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
  const offerEscalation = useOfferEscalation()
  return async ({ name, repeat }: { name: string; repeat: string }): Promise<void> => {
    const body = {
      name,
      repeatCount: Number(repeat),
      steps: steps.map(({ delay, targets }) => ({ delayMinutes: Number(delay), targets: [...targets] })),
    }
    if (policy) await client.patch('/escalation-policies/{id}', { params: { id: policy.id }, body })
    else await client.post('/escalation-policies', { body })
    toast({ text: t.saved(name) })
    await offerEscalation(policy?.id ?? null)
    await navigateIfMounted({ to: '/on-call/escalation' })
    await invalidate('escalation')
  }
}

interface StepDraft {
  readonly key: number
  readonly delay: string
  readonly targets: readonly TargetBody[]
}

interface StepCardProps {
  readonly step: StepDraft
  readonly index: number
  readonly errors: FormSubmit['errors']
  readonly onChange: (change: Partial<StepDraft>) => void
  readonly onRemove: (() => void) | undefined
}

function StepCard({ step, index, errors, onChange, onRemove }: StepCardProps) {
  const t = usePolicyMessages()
  return (
    <Card
      title={t.step(index + 1)}
      end={onRemove && <Button small icon="trash" label={t.removeStep} onClick={onRemove} />}
    >
      <div className="form-pairs">
        <TextField
          label={index === 0 ? t.delayFirst : t.delay}
          type="number"
          min={0}
          max={1440}
          value={step.delay}
          error={errors[`steps[${index}].delayMinutes`]}
          onChange={(delay) => onChange({ delay })}
        />
        <Targets step={step} error={errors[`steps[${index}].targets`]} onChange={onChange} />
      </div>
    </Card>
  )
}

interface TargetsProps {
  readonly step: StepDraft
  readonly error: string | undefined
  readonly onChange: (change: Partial<StepDraft>) => void
}

function Targets({ step: { targets }, error, onChange }: TargetsProps) {
  const t = usePolicyMessages()
  const options = useTargetOptions()
  const all = targetKinds.flatMap((kind) => options[kind])
  const chosen = targets.map(keyOfTarget)
  const add = (key: string): void => {
    const option = all.find((one) => one.key === key)
    if (option) onChange({ targets: [...targets, option.target] })
  }
  const remove = (key: string): void => onChange({ targets: targets.filter((target) => keyOfTarget(target) !== key) })
  return (
    <div className="stack">
      <Field label={t.addTarget} hint={targets.length === 0 && t.noTarget} error={error}>
        {(names) => (
          <select className="input" value="" {...names} onChange={(event) => add(event.target.value)}>
            <option value="">{t.choose}</option>
            {targetKinds.map((kind) => (
              <optgroup key={kind} label={t.groups[kind]}>
                {options[kind]
                  .filter(({ key }) => !chosen.includes(key))
                  .map(({ key, name }) => (
                    <option key={key} value={key}>
                      {name}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      {targets.length > 0 && (
        <ul className="row wrap" aria-label={t.targets}>
          {chosen.map((key) => {
            const name = all.find((one) => one.key === key)?.name ?? '…'
            return <RemovableTag key={key} as="li" name={name} label={t.remove(name)} onRemove={() => remove(key)} />
          })}
        </ul>
      )}
    </div>
  )
}
