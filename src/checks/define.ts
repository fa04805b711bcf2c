// A monitor type is one file: what may be watched, how it is configured, what it measures and which rules it starts
// with.
import { z } from 'zod'
import type { Diagnoses } from '../domain/alerting/diagnosis.ts'
import { type ConfigOf, type Fields, choice, contactGroups, list, number } from '../domain/field.ts'
import { type Metric, type MetricDraft, type RuleOperator, type Severity, metric, success } from '../domain/metric.ts'
import type { LimitName, MonthlyLimit } from '../domain/plan.ts'
import type { SharedQuestion } from '../domain/checking/shared-answer.ts'
import { problems, wording } from '../domain/validation.ts'
import type { EvidenceNotes } from './evidence-parts.ts'
import type { PastedText, TypeSuggestion } from './pasted.ts'
import { type Prepare, type RunCheck, createPrepare } from './run.ts'
import type { NamedTarget, TargetFormat } from './targets.ts'

export interface DefaultRule {
  readonly name: string
  readonly metric: string
  readonly operator: RuleOperator
  readonly value: string
  readonly severity: Severity
  /** Consecutive violating checks; the monitor's confirmationThreshold unless the type says otherwise. */
  readonly failureThreshold?: number
  readonly durationWindow?: number
  /** Consecutive clean checks before it closes. */
  readonly clearAfter?: number
  /** The rule is made only when the config fits; `text` says so to a person. */
  readonly when?: { readonly text: string; holds(config: Record<string, unknown>): boolean }
}

export const checkCategories = ['web', 'names', 'network', 'mail_and_files', 'reports'] as const
export type CheckCategory = (typeof checkCategories)[number]

interface Credentials<K extends string = string> {
  readonly keys: readonly K[]
  readonly boundTo: readonly K[]
  /** What keys are when they are left out, where that follows from others. */
  usual?(config: Readonly<Record<string, unknown>>): Partial<Record<K, unknown>>
}

export interface CheckDraft<F extends Fields, T> {
  type: string
  /** Other spellings of the type accepted as input. */
  aliases?: readonly string[]
  title: string
  category: CheckCategory
  summary: string
  target: TargetFormat<T>
  /** How well it fits what somebody has pasted, and what it would watch; null when it does not. */
  recognizes?(pasted: PastedText): TypeSuggestion | null
  /** `optional` means a monitor can be made without naming a target. */
  targetOptional?: boolean
  config: F
  /** Secrets that must be sent again when anything they are used with changes. */
  credentials?: Credentials<keyof F & string>
  /** True for types that report a certificate or domain expiry. */
  expires?: boolean
  metrics: readonly Metric[]
  /** What is charted of its monitors in place of a response time, which those that report by themselves do not have. */
  charts?: readonly string[]
  /** What a failure probably means and what to look at next, for causes that mean something particular here. */
  diagnoses?: Diagnoses
  /**
   * Parts of the time a check takes that are charted, and that no rule is about; kept of as many checks as evidence is.
   */
  phases?: readonly Metric[]
  /** Parts of the evidence that are more than their shape tells. */
  evidence?: Readonly<Record<string, EvidenceNotes>>
  defaultRules: readonly DefaultRule[]
  /** `none` when the type observes one global fact that a second location cannot confirm. */
  confirmation?: 'locations' | 'none'
  requiresLocations?: boolean
  minIntervalSeconds?: number
  confirmationThreshold?: number
  /** How soon a bad outcome is looked at again, when the usual ten seconds do not fit. */
  confirmAfterMs?: number | null
  /** What its checks may take beside the time that `timeoutSeconds` gives to what they look at. */
  aroundSeconds?: number
  /** What a config asks of the plan, by the name of the limit. */
  demands?(config: Partial<ConfigOf<F>>): Partial<Record<LimitName, number>>
  /** What a glance at the keys cannot tell. Asked only when nothing else is wrong. */
  readSteps?(config: Partial<ConfigOf<F>>): Promise<StepsRead>
  /** Rules that look at several keys at once. Each problem is `key: rule`. */
  examine?(config: Partial<ConfigOf<F>>, target: T): string[]
  /** A deeper look that one check a day carries, and every check that was asked for, on plans that allow it. */
  scan?: DailyScan<Partial<ConfigOf<F>>>
  /** Its checks are told what earlier ones asked to be remembered. */
  remembers?: boolean
  /** Its checks are given the variables of their organization. */
  usesVariables?: boolean
  /** Each of its checks is one of those that the plan has in a month. */
  monthlyLimit?: MonthlyLimit | null
  /** The question whose answer is the same for all monitors that ask it. */
  shares?(target: T, config: Partial<ConfigOf<F>>): SharedQuestion
  /** Monitors of the type come with something else, which is made by a POST there. */
  enrolledWith?: string | null
  /** How often it reports by itself: its monitors have this interval and no other. */
  intervalOf?(config: Partial<ConfigOf<F>>): number | null
  /** The pages that its checks compare with baselines, which are kept apart from what types remember. */
  watchedPages?(config: Partial<ConfigOf<F>>, target: T): string[]
  /**
   * Its checks drive a browser, always or with such a config: they wait for one, and ordinary checks do not wait for
   * them.
   */
  needsBrowser?: boolean | ((config: Partial<ConfigOf<F>>) => boolean)
  /** What visitors see of a target that fails: taken in a browser, after the check. */
  picture?: { wanted(config: Partial<ConfigOf<F>>): boolean; take: RunCheck<ConfigOf<F>, T> }
  /** Does the check. A type without it answers that this version cannot run it yet. */
  run?: RunCheck<ConfigOf<F>, T>
}

export interface DailyScan<C> {
  readonly limit: LimitName
  /** Measured by a scan that was finished, and by nothing else. */
  readonly metric: string
  wanted(config: C): boolean
}

export interface StepsRead {
  /** Each is `key: rule`. */
  readonly problems: readonly string[]
  /** What the config gives to the `<slug>`s of its template metrics. */
  readonly slugs: readonly string[]
}

type OfConfig =
  | 'examine'
  | 'demands'
  | 'readSteps'
  | 'scan'
  | 'shares'
  | 'intervalOf'
  | 'watchedPages'
  | 'needsBrowser'
  | 'picture'
  | 'run'

export interface CheckType extends Required<Omit<CheckDraft<Fields, unknown>, 'config' | 'credentials' | OfConfig>> {
  readonly config: Fields
  readonly credentials: Credentials
  readonly secrets: readonly string[]
  demands(config: Record<string, unknown>): Partial<Record<LimitName, number>>
  readSteps(config: Record<string, unknown>): Promise<StepsRead>
  examine(config: Record<string, unknown>, target: unknown): string[]
  intervalOf(config: Record<string, unknown>): number | null
  readonly scan: DailyScan<Record<string, unknown>> | null
  /** Null for a type that shares nothing. */
  shares(target: string, config: Record<string, unknown>): SharedQuestion | null
  /** Null for types that compare no pages. */
  readonly watchedPages: ((config: Record<string, unknown>, target: unknown) => string[]) | null
  needsBrowser(config: Record<string, unknown>): boolean
  /** Null for types that take none. */
  readonly picture: { wanted(config: Record<string, unknown>): boolean; readonly prepare: Prepare } | null
  /** False for a type that this version knows and cannot run yet. */
  readonly canRun: boolean
  readonly prepare: Prepare
}

export function defineCheck<F extends Fields, T>(draft: CheckDraft<F, T>): CheckType {
  const threshold = draft.confirmationThreshold ?? 3
  const config: Fields = { ...draft.config, ...(draft.expires ? { expiryReminderDays } : {}), ...common(threshold) }
  const { examine, demands, readSteps, intervalOf } = draft as unknown as Partial<
    Pick<CheckType, 'examine' | 'demands' | 'readSteps' | 'intervalOf'>
  >
  return {
    type: draft.type,
    aliases: draft.aliases ?? [],
    title: draft.title,
    category: draft.category,
    summary: draft.summary,
    target: draft.target,
    recognizes: draft.recognizes ?? (() => null),
    targetOptional: draft.targetOptional ?? false,
    config,
    credentials: draft.credentials ?? { keys: [], boundTo: [] },
    secrets: Object.keys(config).filter((key) => config[key]?.notes.secret),
    expires: draft.expires ?? false,
    metrics: [success, ...draft.metrics],
    charts: draft.charts ?? [],
    diagnoses: draft.diagnoses ?? {},
    phases: draft.phases ?? [],
    evidence: draft.evidence ?? {},
    defaultRules: draft.defaultRules,
    confirmation: draft.confirmation ?? 'locations',
    requiresLocations: draft.requiresLocations ?? true,
    minIntervalSeconds: draft.minIntervalSeconds ?? 1,
    confirmationThreshold: threshold,
    confirmAfterMs: draft.confirmAfterMs ?? null,
    remembers: draft.remembers ?? false,
    usesVariables: draft.usesVariables ?? false,
    aroundSeconds: draft.aroundSeconds ?? 0,
    monthlyLimit: draft.monthlyLimit ?? null,
    enrolledWith: draft.enrolledWith ?? null,
    intervalOf: intervalOf ?? (() => null),
    demands: demands ?? (() => ({})),
    readSteps: readSteps ?? (async () => ({ problems: [], slugs: [] })),
    examine: examine ?? (() => []),
    scan: (draft.scan as CheckType['scan'] | undefined) ?? null,
    shares: sharing(draft),
    watchedPages: (draft.watchedPages as CheckType['watchedPages'] | undefined) ?? null,
    needsBrowser: needingBrowser(draft),
    picture: picturing({ ...draft, config }),
    canRun: draft.run !== undefined,
    prepare: createPrepare({ ...draft, config, run: draft.run as RunCheck<never, never> | undefined }),
  }
}

/** Everything wrong with a config, each as `config.key: rule`; nothing means it is fit to be kept. */
export function configProblems(check: CheckType, config: Record<string, unknown>, target: NamedTarget): string[] {
  const found = z.strictObject(shape(check)).safeParse(config, { error: wording })
  if (!found.success) return problems(found.error, ['config'])
  const required = Object.keys(check.config).filter(
    (key) => check.config[key]?.notes.required && config[key] === undefined,
  )
  // Rules between keys may look at the target, so they wait for one that can be read.
  const broken = 'target' in target ? check.examine(config, target.target) : []
  return [...required.map((key) => `config.${key}: Required`), ...broken.map((text) => `config.${text}`)]
}

const usualDeadlineSeconds = 30

/** How long one check may take; null for a type that is never probed. */
export function deadlineSeconds(check: CheckType, config: Record<string, unknown>): number | null {
  if (!check.requiresLocations) return null
  const seconds = config['timeoutSeconds'] ?? check.config['timeoutSeconds']?.notes.default
  return (typeof seconds === 'number' ? seconds : usualDeadlineSeconds) + check.aroundSeconds
}

export const availability: DefaultRule = {
  name: 'Availability Check',
  metric: 'success',
  operator: '==',
  value: 'false',
  severity: 'critical',
}

/** `metricsOf('tcp')('connect_time_ms', …)` is `metrics['tcp.connect_time_ms']`. */
export function metricsOf(type: string): (name: string, draft: MetricDraft) => Metric {
  return (name, draft) => metric(`${type}.${name}`, draft)
}

/** A rule's condition: the config has a value for this key. */
export function whenSet(key: string, text: string): NonNullable<DefaultRule['when']> {
  return {
    text,
    holds: (config) => config[key] !== undefined && config[key] !== null && config[key] !== '',
  }
}

function sharing<F extends Fields, T>({ shares, target }: CheckDraft<F, T>): CheckType['shares'] {
  if (!shares) return () => null
  return (input, config) => {
    const parsed = target.parse(input)
    return 'problem' in parsed ? null : shares(parsed.target, config as Partial<ConfigOf<F>>)
  }
}

function needingBrowser<F extends Fields, T>({ needsBrowser = false }: CheckDraft<F, T>): CheckType['needsBrowser'] {
  return typeof needsBrowser === 'boolean' ? () => needsBrowser : (needsBrowser as CheckType['needsBrowser'])
}

type PictureDefinition = Pick<CheckType, 'type' | 'target' | 'config'> & { picture?: unknown }

function picturing({ picture, ...check }: PictureDefinition): CheckType['picture'] {
  if (!picture) return null
  const { wanted, take } = picture as { wanted(config: Record<string, unknown>): boolean; take: RunCheck<never, never> }
  return { wanted, prepare: createPrepare({ ...check, run: take }) }
}

function shape(check: CheckType): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(check.config).map(([key, field]) => [key, field.schema.optional()]))
}

const expiryReminderDays = list(z.int().min(1).max(365), {
  help: 'Days before expiry at which an open, unacknowledged expiry incident is sent again',
  label: 'Remind before expiry',
  unit: 'days',
  group: 'alarm',
  maxItems: 5,
  normalize: (days: number[]) => [...new Set(days)].sort((a, b) => a - b),
})

function common(confirmationThreshold: number): Fields {
  return {
    notificationGroupIds: contactGroups({
      help: "Contact groups that receive the monitor's alerts; the organization's default group when omitted",
      label: 'Contact groups',
      group: 'alarm',
      maxItems: 50,
    }),
    confirmationThreshold: number({
      label: 'Failed checks in a row',
      group: 'alarm',
      help: 'Consecutive failed checks before an incident opens',
      min: 1,
      max: 100,
      default: confirmationThreshold,
    }),
    durationWindow: number({
      label: 'Lasting for',
      group: 'alarm',
      unit: 'seconds',
      help: 'Seconds a condition must persist before it alerts',
      min: 0,
      max: 86_400,
      default: 0,
    }),
    repeatIntervalSeconds: choice([3600, 21_600, 43_200, 86_400], {
      label: 'Remind every',
      group: 'alarm',
      help: 'Seconds between reminders while an incident fires; a single notification when omitted',
    }),
  }
}
