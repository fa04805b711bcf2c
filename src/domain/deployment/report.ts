// Reads what GitHub, GitLab and pipelines report about deployments. Only a deployment that succeeded counts.
import { z } from 'zod'
import type { DeploymentSource } from './signature.ts'

export interface DeploymentReport {
  /** The same for every report of one deployment; null if the sender has none. */
  readonly externalId: string | null
  readonly service: string
  readonly version: string | null
  readonly environment: string | null
  readonly link: string | null
  readonly deployedBy: string | null
  readonly deployedAt: Date | null
}

export type ReadReport =
  | { readonly report: DeploymentReport }
  | { readonly ignored: string }
  | { readonly problem: string }

interface ReceivedEvent {
  /** The event that the headers name; GitLab and pipelines name it in the body. */
  readonly event: string
  readonly body: unknown
  /** Successful runs of this workflow or pipeline count as deployments. */
  readonly workflow: string | null
}

export function readReport(source: DeploymentSource, { event, body, workflow }: ReceivedEvent): ReadReport {
  if (source === 'github') return readGithub(event, body, workflow)
  return source === 'gitlab' ? readGitlab(body, workflow) : readPipeline(body)
}

const text = z.string().nullish()
const number = z.number()
const person = z.object({ login: z.string() }).nullish()
const repository = z.object({ name: z.string(), full_name: z.string(), html_url: text })

const githubEvents = {
  deployment_status: z.object({
    deployment_status: z.object({ state: z.string(), created_at: text, target_url: text, log_url: text }),
    deployment: z.object({ id: number, ref: text, sha: text, environment: text, creator: person }),
    repository,
  }),
  workflow_run: z.object({
    action: z.string(),
    workflow_run: z.object({
      id: number,
      name: text,
      conclusion: text,
      event: text,
      head_branch: text,
      head_sha: text,
      html_url: text,
      updated_at: text,
      actor: person,
    }),
    repository,
  }),
  release: z.object({
    action: z.string(),
    release: z.object({ id: number, tag_name: z.string(), html_url: text, published_at: text, author: person }),
    repository,
  }),
}

function readGithub(event: string, body: unknown, workflow: string | null): ReadReport {
  if (event === 'deployment_status') return read(githubEvents.deployment_status, body, ofGithubDeployment)
  if (event === 'release') return read(githubEvents.release, body, ofGithubRelease)
  if (event === 'workflow_run') return read(githubEvents.workflow_run, body, (run) => ofGithubRun(run, workflow))
  return { ignored: `events of the type ${shorten(event) ?? 'none'} are not deployments` }
}

type GithubEvent<Name extends keyof typeof githubEvents> = z.output<(typeof githubEvents)[Name]>

function ofGithubDeployment(sent: GithubEvent<'deployment_status'>): ReadReport {
  const { deployment_status: status, deployment, repository } = sent
  if (status.state !== 'success') return { ignored: `the deployment is not successful: ${status.state}` }
  return done({
    externalId: `github deployment ${repository.full_name} ${deployment.id}`,
    service: repository.name,
    version: versionOf(deployment.ref, deployment.sha),
    environment: deployment.environment,
    link: status.log_url || status.target_url || repository.html_url,
    deployedBy: deployment.creator?.login,
    deployedAt: status.created_at,
  })
}

function ofGithubRelease({ action, release, repository }: GithubEvent<'release'>): ReadReport {
  if (action !== 'released') return { ignored: 'only releases with the action "released" count' }
  return done({
    externalId: `github release ${repository.full_name} ${release.id}`,
    service: repository.name,
    version: release.tag_name,
    link: release.html_url,
    deployedBy: release.author?.login,
    deployedAt: release.published_at,
  })
}

function ofGithubRun({ action, workflow_run: run, repository }: GithubEvent<'workflow_run'>, workflow: string | null) {
  if (workflow === null || run.name !== workflow) return { ignored: 'this workflow is not the one of the webhook' }
  if (action !== 'completed' || run.conclusion !== 'success') return { ignored: 'the run is not successful' }
  if (run.event === 'pull_request') return { ignored: 'runs of pull requests are not deployments' }
  return done({
    externalId: `github run ${repository.full_name} ${run.id}`,
    service: repository.name,
    version: versionOf(run.head_branch, run.head_sha),
    link: run.html_url,
    deployedBy: run.actor?.login,
    deployedAt: run.updated_at,
  })
}

const project = z.object({ id: number, name: z.string(), web_url: text })
const gitlabUser = z.object({ username: z.string() }).nullish()

const gitlabEvents = {
  deployment: z.object({
    status: z.string(),
    status_changed_at: text,
    deployment_id: number,
    deployable_url: text,
    environment: text,
    project,
    ref: text,
    short_sha: text,
    user: gitlabUser,
  }),
  pipeline: z.object({
    object_attributes: z.object({
      id: number,
      name: text,
      ref: text,
      sha: text,
      status: z.string(),
      source: text,
      finished_at: text,
      url: text,
    }),
    user: gitlabUser,
    project,
  }),
}

function readGitlab(body: unknown, workflow: string | null): ReadReport {
  const { object_kind: kind } = z.object({ object_kind: text }).catch({}).parse(body)
  if (kind === 'deployment') return read(gitlabEvents.deployment, body, ofGitlabDeployment)
  if (kind === 'pipeline') return read(gitlabEvents.pipeline, body, (sent) => ofGitlabPipeline(sent, workflow))
  return { ignored: `events of the type ${shorten(kind) ?? 'none'} are not deployments` }
}

function ofGitlabDeployment(sent: z.output<typeof gitlabEvents.deployment>): ReadReport {
  if (sent.status !== 'success') return { ignored: `the deployment is not successful: ${sent.status}` }
  return done({
    externalId: `gitlab deployment ${sent.project.id} ${sent.deployment_id}`,
    service: sent.project.name,
    version: versionOf(sent.ref, sent.short_sha),
    environment: sent.environment,
    link: sent.deployable_url || sent.project.web_url,
    deployedBy: sent.user?.username,
    deployedAt: sent.status_changed_at,
  })
}

function ofGitlabPipeline(sent: z.output<typeof gitlabEvents.pipeline>, workflow: string | null): ReadReport {
  const { object_attributes: pipeline, project, user } = sent
  if (workflow === null || ![pipeline.name, pipeline.ref].includes(workflow))
    return { ignored: 'this pipeline is not the one of the webhook' }
  if (pipeline.status !== 'success') return { ignored: 'the pipeline is not successful' }
  if (pipeline.source === 'merge_request_event') return { ignored: 'pipelines of merge requests are not deployments' }
  return done({
    externalId: `gitlab pipeline ${project.id} ${pipeline.id}`,
    service: project.name,
    version: versionOf(pipeline.ref, pipeline.sha),
    link: pipeline.url || project.web_url,
    deployedBy: user?.username,
    deployedAt: pipeline.finished_at,
  })
}

const pipelineBody = z.object({
  service: z.string().trim().min(1),
  version: text,
  environment: text,
  link: text,
  deployedBy: text,
  deployedAt: text,
  id: z.union([z.string(), z.number()]).nullish(),
  status: text,
})

function readPipeline(body: unknown): ReadReport {
  return read(pipelineBody, body, ({ id, status, ...sent }) =>
    (status ?? 'success') === 'success'
      ? done({ ...sent, externalId: id === null || id === undefined || id === '' ? null : `ci ${sent.service} ${id}` })
      : { ignored: `the deployment is not successful: ${shorten(status)}` },
  )
}

function read<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  then: (sent: z.output<Schema>) => ReadReport,
): ReadReport {
  const parsed = schema.safeParse(body)
  if (parsed.success) return then(parsed.data)
  const [{ path, message } = { path: [], message: 'must be an object' }] = parsed.error.issues
  return { problem: [path.join('.'), message].filter(Boolean).join(': ') }
}

type SentText = string | null | undefined

interface SentDeployment {
  readonly externalId: string | null
  readonly service: string
  readonly version?: SentText
  readonly environment?: SentText
  readonly link?: SentText
  readonly deployedBy?: SentText
  readonly deployedAt?: SentText
}

/** Others choose these texts, so they are cut to what is stored, and an unusable link or time is left out. */
function done({ externalId, service, version, environment, link, deployedBy, deployedAt }: SentDeployment): ReadReport {
  const name = shorten(service)
  if (name === null) return { problem: 'service: must not be empty' }
  return {
    report: {
      externalId: externalId === null ? null : shorten(externalId, 300),
      service: name,
      version: shorten(version),
      environment: shorten(environment, 50),
      link: linkOf(link),
      deployedBy: shorten(deployedBy),
      deployedAt: timeOf(deployedAt),
    },
  }
}

/** The tag or number of a release, else the first characters of the commit. */
const versionOf = (ref: SentText, sha: SentText): string | null =>
  ref && /\d+\.\d+/.test(ref) ? ref : (sha?.slice(0, 7) ?? ref ?? null)

function shorten(sent: SentText, max = 100): string | null {
  const plain = (sent ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  return plain === '' ? null : [...plain].slice(0, max).join('').trim()
}

function linkOf(sent: SentText): string | null {
  if (!sent || sent.length > 500 || !URL.canParse(sent)) return null
  const { protocol, href } = new URL(sent)
  return ['https:', 'http:'].includes(protocol) && href.length <= 500 ? href : null
}

/** GitLab writes `2021-04-28 21:50:00 +0200`. */
function timeOf(sent: SentText): Date | null {
  const time = new Date((sent ?? '').replace(/^(\S+) (\S+) ([+-]\d{2}):?(\d{2})$/, '$1T$2$3:$4').replace(/ UTC$/, 'Z'))
  return Number.isNaN(time.getTime()) ? null : time
}

/** `shop 1.4.2`. */
export const deploymentName = ({ service, version }: Pick<DeploymentReport, 'service' | 'version'>): string =>
  version === null ? service : `${service} ${version}`
