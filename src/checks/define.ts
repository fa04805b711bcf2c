// A monitor type is one file: its targets, its config, its metrics and its default rules.
import { z } from 'zod'
import type { Diagnoses } from '../domain/alerting/diagnosis.ts'
import { type ConfigOf, type Fields, choice, contactGroups, list, number } from '../domain/field.ts'
import { type Metric, type MetricDraft, type RuleOperator, type Severity, metric, success } from '../domain/metric.ts'
import type { LimitName, MonthlyLimit } from '../domain/plan.ts'
import type { SharedQuestion } from '../domain/checking/shared-answer.ts'
import { fieldProblems } from '../domain/field-problems.ts'
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
  /** Consecutive violations; the monitor's confirmationThreshold by default. */
  readonly failureThreshold?: number
  readonly durationWindow?: number
  /** Consecutive checks without a violation before it closes. */
  readonly clearAfter?: number
  /** The rule is created only if the config fits; `text` explains this. */
  readonly when?: { readonly text: string; holds(config: Record<string, unknown>): boolean }
}

export const checkCategories = ['web', 'names', 'network', 'mail_and_files', 'data', 'reports'] as const
export type CheckCategory = (typeof checkCategories)[number]

interface Credentials<K extends string = string> {
  readonly keys: readonly K[]
  readonly boundTo: readonly K[]
  /** Defaults that depend on other keys. */
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
  /** How well the type fits a pasted text, and the target; null if it does not fit. */
  recognizes?(pasted: PastedText): TypeSuggestion | null
  config: F
  /** Secrets that must be sent again when anything they are used with changes. */
  credentials?: Credentials<keyof F & string>
  /** True for types that report a certificate or domain expiry. */
  expires?: boolean
  metrics: readonly Metric[]
  /** Probable cause of a failure and next steps, for causes with a special meaning for this type. */
  diagnoses?: Diagnoses
  defaultRules: readonly DefaultRule[]
  /** Validates what needs more than the keys; runs only if nothing else is wrong. */
  readSteps?(config: Partial<ConfigOf<F>>): Promise<StepsRead>
  /** Validates keys together. Each problem is `key: rule`. */
  examine?(config: Partial<ConfigOf<F>>, target: T): string[]
  minIntervalSeconds?: number
  /** Runs the check. Types that report by themselves have no `run`. */
  run?: RunCheck<ConfigOf<F>, T>
  confirmation?: ConfirmationDraft
  presentation?: PresentationDraft
  plan?: PlanUseDraft<Partial<ConfigOf<F>>>
  receives?: CheckInputDraft<Partial<ConfigOf<F>>, T>
  reports?: SelfReportDraft<Partial<ConfigOf<F>>>
  browser?: BrowserUseDraft<Partial<ConfigOf<F>>>
  /** A slower part of the check: runs once a day and in every requested check, on plans that allow it. */
  scan?: DailyScan<Partial<ConfigOf<F>>>
  /** A screenshot of a failing target as visitors see it, taken in a browser after the check. */
  picture?: { wanted(config: Partial<ConfigOf<F>>): boolean; take: RunCheck<ConfigOf<F>, T> }
}

/** How a failure is confirmed. */
interface ConfirmationDraft {
  /** `none` for types that observe one global fact, which a second location cannot confirm. */
  by?: 'locations' | 'none'
  /** Failed checks in a row before an incident opens. */
  threshold?: number
  /** How soon a failed check is repeated; ten seconds by default. */
  afterMs?: number
}

/** How results of the type are shown. */
interface PresentationDraft {
  /** Metrics that are charted in place of a response time. */
  charts?: readonly string[]
  /** Parts of the duration that are charted and have no rules. They are stored as often as evidence is. */
  phases?: readonly Metric[]
  /** Parts of the evidence that need notes to be displayed. */
  evidence?: Readonly<Record<string, EvidenceNotes>>
}

/** The type's use of the organization's plan. */
interface PlanUseDraft<C> {
  /** Each check counts towards this limit. */
  monthlyLimit?: MonthlyLimit
  /** Limits that a config needs. */
  demands?(config: C): Partial<Record<LimitName, number>>
}

/** What checks of the type get besides the target and the config. */
interface CheckInputDraft<C, T> {
  /** Memory that earlier checks of the monitor have stored. */
  memory?: boolean
  /** The variables of the organization. */
  variables?: boolean
  /** Baselines and the last snapshots of these pages. */
  pages?(config: C, target: T): string[]
  /** A question with the same answer for all monitors that ask it. */
  sharedAnswers?(target: T, config: C): SharedQuestion
}

/** Monitors of the type report by themselves: they have no locations and are not checked. */
interface SelfReportDraft<C> {
  /** A monitor can be created without a target. */
  targetOptional?: boolean
  /** Monitors of the type are created together with something else, by a POST to this path. */
  enrolledWith?: string
  /** How often monitors of the type report; they have no other interval. */
  intervalOf?(config: C): number
}

/** Checks of the type drive a browser. They wait for a free one; ordinary checks do not wait for them. */
interface BrowserUseDraft<C> {
  needed: 'always' | ((config: C) => boolean)
  /** Time that a check may take in addition to `timeoutSeconds`. */
  overheadSeconds?: number
}

export interface DailyScan<C> {
  readonly limit: LimitName
  /** Only a finished scan measures it. */
  readonly metric: string
  wanted(config: C): boolean
}

export interface StepsRead {
  /** Each is `key: rule`. */
  readonly problems: readonly string[]
  /** Values of `<slug>` in the names of template metrics. */
  readonly slugs: readonly string[]
}

/** A type with all defaults filled in. */
export interface CheckType {
  readonly type: string
  readonly aliases: readonly string[]
  readonly title: string
  readonly category: CheckCategory
  readonly summary: string
  readonly target: TargetFormat
  recognizes(pasted: PastedText): TypeSuggestion | null
  readonly targetOptional: boolean
  readonly config: Fields
  readonly credentials: Credentials
  readonly secrets: readonly string[]
  readonly expires: boolean
  readonly metrics: readonly Metric[]
  readonly charts: readonly string[]
  readonly diagnoses: Diagnoses
  readonly phases: readonly Metric[]
  readonly evidence: Readonly<Record<string, EvidenceNotes>>
  readonly defaultRules: readonly DefaultRule[]
  readonly confirmation: 'locations' | 'none'
  readonly confirmationThreshold: number
  readonly confirmAfterMs: number | null
  readonly requiresLocations: boolean
  readonly minIntervalSeconds: number
  readonly overheadSeconds: number
  readonly remembers: boolean
  readonly usesVariables: boolean
  readonly monthlyLimit: MonthlyLimit | null
  readonly enrolledWith: string | null
  intervalOf(config: Record<string, unknown>): number | null
  demands(config: Record<string, unknown>): Partial<Record<LimitName, number>>
  readSteps(config: Record<string, unknown>): Promise<StepsRead>
  examine(config: Record<string, unknown>, target: unknown): string[]
  readonly scan: DailyScan<Record<string, unknown>> | null
  /** Null for types that share nothing. */
  shares(target: string, config: Record<string, unknown>): SharedQuestion | null
  /** Null for types that compare no pages. */
  readonly watchedPages: ((config: Record<string, unknown>, target: unknown) => string[]) | null
  needsBrowser(config: Record<string, unknown>): boolean
  /** Null for types without a picture. */
  readonly picture: { wanted(config: Record<string, unknown>): boolean; readonly prepare: Prepare } | null
  readonly prepare: Prepare
}

/** A draft whose functions take any config: parsed configs fit the type's fields. */
type AnyDraft = CheckDraft<Fields, unknown>

export function defineCheck<F extends Fields, T>(typed: CheckDraft<F, T>): CheckType {
  const draft = typed as unknown as AnyDraft
  const { confirmation = {}, presentation = {}, plan = {}, receives = {}, reports, browser } = draft
  const threshold = confirmation.threshold ?? 3
  const config: Fields = { ...draft.config, ...(draft.expires ? { expiryReminderDays } : {}), ...common(threshold) }
  return {
    type: draft.type,
    aliases: draft.aliases ?? [],
    title: draft.title,
    category: draft.category,
    summary: draft.summary,
    target: draft.target,
    recognizes: draft.recognizes ?? (() => null),
    targetOptional: reports?.targetOptional ?? false,
    config,
    credentials: draft.credentials ?? { keys: [], boundTo: [] },
    secrets: Object.keys(config).filter((key) => config[key]?.notes.secret),
    expires: draft.expires ?? false,
    metrics: [success, ...draft.metrics],
    charts: presentation.charts ?? [],
    diagnoses: draft.diagnoses ?? {},
    phases: presentation.phases ?? [],
    evidence: presentation.evidence ?? {},
    defaultRules: draft.defaultRules,
    confirmation: confirmation.by ?? 'locations',
    confirmationThreshold: threshold,
    confirmAfterMs: confirmation.afterMs ?? null,
    requiresLocations: reports === undefined,
    minIntervalSeconds: draft.minIntervalSeconds ?? 1,
    overheadSeconds: browser?.overheadSeconds ?? 0,
    remembers: receives.memory ?? false,
    usesVariables: receives.variables ?? false,
    monthlyLimit: plan.monthlyLimit ?? null,
    enrolledWith: reports?.enrolledWith ?? null,
    intervalOf: reports?.intervalOf ?? (() => null),
    demands: plan.demands ?? (() => ({})),
    readSteps: draft.readSteps ?? (async () => ({ problems: [], slugs: [] })),
    examine: draft.examine ?? (() => []),
    scan: draft.scan ?? null,
    shares: sharing(draft),
    watchedPages: receives.pages ?? null,
    needsBrowser: (values) => (browser?.needed === 'always' ? true : (browser?.needed(values) ?? false)),
    picture: picturing({ ...draft, config }),
    prepare: createPrepare({ ...draft, config, run: draft.run ?? refuseToRun }),
  }
}

const refuseToRun: RunCheck<unknown, unknown> = () =>
  Promise.reject(new Error('not checked: monitors of this type report by themselves'))

/** All errors of a monitor's config, each as `config.key: rule`. */
export function configProblems(check: CheckType, config: Record<string, unknown>, target: NamedTarget): string[] {
  // Rules between keys may depend on the target, so they need a valid one.
  return fieldProblems(check.config, config, () => ('target' in target ? check.examine(config, target.target) : []))
}

const usualDeadlineSeconds = 30

/** Timeout of one check; null for types that are never probed. */
export function deadlineSeconds(check: CheckType, config: Record<string, unknown>): number | null {
  if (!check.requiresLocations) return null
  const seconds = config['timeoutSeconds'] ?? check.config['timeoutSeconds']?.notes.default
  return (typeof seconds === 'number' ? seconds : usualDeadlineSeconds) + check.overheadSeconds
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

/** Condition of a rule: the config has a value for this key. */
export function whenSet(key: string, text: string): NonNullable<DefaultRule['when']> {
  return {
    text,
    holds: (config) => config[key] !== undefined && config[key] !== null && config[key] !== '',
  }
}

function sharing({ receives, target }: AnyDraft): CheckType['shares'] {
  const question = receives?.sharedAnswers
  if (!question) return () => null
  return (input, config) => {
    const parsed = target.parse(input)
    return 'problem' in parsed ? null : question(parsed.target, config)
  }
}

function picturing({ picture, ...check }: AnyDraft): CheckType['picture'] {
  return picture ? { wanted: picture.wanted, prepare: createPrepare({ ...check, run: picture.take }) } : null
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
      advanced: false,
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
      label: 'Must last for',
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
