// The composition root: opens and migrates the store, and starts the roles of this process.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ArtifactKeeping } from './engine/probe/save-artifacts.ts'
import { type Clock, systemClock } from './domain/clock.ts'
import type { Log } from './domain/log.ts'
import type { Vault } from './domain/vault.ts'
import type { OwnProblem } from './domain/self-monitoring.ts'
import { startClockWatch } from './engine/clock-watch.ts'
import { DueBoard } from './engine/due-board.ts'
import { startProcessLease } from './engine/process-lease.ts'
import { maskActivity, sealConfigs } from './engine/housekeeping/seal-configs.ts'
import { sealTokens } from './engine/housekeeping/seal-tokens.ts'
import { retention } from './domain/history/retention.ts'
import { type ProbeHub, startProbeHub } from './engine/remote-probes/probe-hub.ts'
import type { Operation } from './operations/registry/define.ts'
import { createInstallers } from './installers/installers.ts'
import { type FirstAccess, applyProvision, createFirstAccess } from './operations/provision/apply.ts'
import { BadProvision } from './operations/provision/context.ts'
import { type ReadVariable, readProvision } from './operations/provision/read.ts'
import type { Services } from './operations/registry/services.ts'
import { startHousekeeper } from './roles/housekeeper.ts'
import { startNotifier } from './roles/notifier.ts'
import { artifactsIn } from './wiring/artifacts.ts'
import { allowsPrivate, startWorkers } from './wiring/check-workers.ts'
import { mailWithNet, startMail } from './wiring/mail.ts'
import { openDatabase } from './wiring/open-database.ts'
import type { CheckWorkers } from './engine/check-workers.ts'
import { startProber } from './roles/prober.ts'
import type { BrowserPackages } from './roles/browser-packages.ts'
import { type DashboardSource, noDashboard } from './roles/dashboard.ts'
import type { Stoppable } from './roles/stoppable.ts'
import { startProvisionWatch } from './roles/provision-watch.ts'
import { type TakenPort, takePort } from './roles/port.ts'
import { startServer } from './roles/server.ts'
import { startScheduledBackups } from './wiring/scheduled-backups.ts'
import { createBackground } from './roles/background.ts'
import { createDocumentReader } from './wiring/documents/reader.ts'
import { createServices } from './wiring/services.ts'
import { originAt, pageCopiesIn, showCopiesWhileAway } from './wiring/page-copies.ts'
import { openVault } from './wiring/open-vault.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/database/database.ts'
import { createOwnProblems } from './wiring/self-monitoring.ts'
import { cursorKey } from './store/accounts/installation.ts'
import { keepPartitions } from './store/results/partitions.ts'

export interface LapwingOptions {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
  readonly version: string
  readonly operations: readonly Operation[]
  /** Fills in `${NAME}` in the provision file. */
  readonly variable: ReadVariable
  /** The environment of the processes that run checks. */
  readonly checkEnvironment: Readonly<Record<string, string | undefined>>
  /** Started before the other modules are loaded; by default they start here. */
  readonly workers?: CheckWorkers | null
  /** Aborts a start that waits for the database. */
  readonly stopping?: AbortSignal
  /** Not needed without a browser. */
  readonly dashboard?: DashboardSource
  /** Not needed without a browser. */
  readonly browserPackages?: BrowserPackages
  /** Resolvers for TXT records; those of the machine by default. */
  readonly textRecords?: Services['textRecords']
  /** Where metadata documents of OAuth clients come from; the internet by default. */
  readonly clientDocument?: Services['clientDocument']
}

export interface Lapwing {
  /** The address it listens on, or null if this process has no server role. */
  readonly origin: string | null
  readonly firstAccess: FirstAccess | null
  stop(): Promise<void>
}

export async function startLapwing(parts: LapwingOptions): Promise<Lapwing> {
  const { settings, clock, log } = parts
  const opened: Stoppable[] = []
  const stop = async (): Promise<void> => {
    for (const part of opened.splice(0).reverse()) await part.stop()
  }
  try {
    const provision = provisionIn(parts)
    // Before anything is created that is shown only once.
    const port = settings.roles.includes('server') ? await takePort(settings) : null
    if (port) opened.push({ stop: port.release })
    const { workers = startWorkers(parts) } = parts
    if (workers) opened.push(workers.workers)
    const held = port && (await showCopiesWhileAway(parts, port))
    if (held && held !== port) opened.push({ stop: held.release })
    const store = await openDatabase(parts, opened)
    await keepPartitions(store, { ...retention, now: clock.now() })
    const sharedServices = await prepareServices(parts, store)
    const mail = settings.roles.some((role) => role === 'server' || role === 'notifier') ? startMail(parts) : null
    if (mail) opened.push(mail)
    const origin = held && originAt(held)
    const documents = createDocumentReader(systemClock)
    const background = createBackground(parts)
    opened.push(documents, background)
    const services = createServices(parts, { store, ...sharedServices, mail, background, documents, origin })
    await applyProvision(store, provision.content, services)
    opened.push(...watchProvision(parts, services, provision.text))
    const life = await startProcessLease({ store, clock, log, alone: settings.databaseUrl === null })
    opened.push(life, startClockWatch({ store, clock, log }))
    const board = new DueBoard({ store, clock, log, isAlone: life.isAlone })
    opened.push(board)
    const { processId } = life
    const context = { store, sharedServices, workers, processId, mail, board, origin: settings.publicUrl ?? origin }
    // The server takes half a second of CPU to start, so the checks that are due begin first.
    await startChecking(parts, context, opened)
    if (held) {
      const { vault, artifacts } = sharedServices
      const probes = startProbeHub({ store, clock, log, vault, artifacts, processId }, parts.version)
      opened.push(probes)
      await serve(parts, { services, port: held, probes }, opened)
    }
    await startKeepingHouse(parts, context, opened)
    const firstAccess = port ? await createFirstAccess(store, { now: clock.now(), vault: sharedServices.vault }) : null
    return { origin, firstAccess, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface SharedServices {
  readonly cursorKey: Buffer
  readonly vault: Vault
  readonly allowPrivate: boolean
  readonly problems: () => Promise<OwnProblem[]>
  readonly artifacts: ArtifactKeeping
}

async function prepareServices({ settings, clock, log }: LapwingOptions, store: Store): Promise<SharedServices> {
  const key = await cursorKey(store)
  if (settings.databaseUrl !== null && settings.secretKey === null)
    log.warn(
      'LAPWING_SECRET_KEY is not set: another process with this database, but another data folder, cannot read its ' +
        'secrets',
    )
  const vault = await openVault(settings, store)
  await sealConfigs(store, vault)
  await maskActivity(store, clock.now())
  await sealTokens(store, vault)
  const allowPrivate = allowsPrivate(settings)
  const problems = createOwnProblems({ settings, clock, vault }, store)
  return {
    cursorKey: key,
    vault,
    allowPrivate,
    problems,
    artifacts: artifactsIn({ settings, clock }),
  }
}

interface RoleContext {
  readonly store: Store
  readonly sharedServices: SharedServices
  /** Null if this process runs no checks. */
  readonly workers: CheckWorkers | null
  readonly processId: number
  readonly mail: ReturnType<typeof startMail>
  readonly board: DueBoard
  readonly origin: string | null
}

/** Resolves when due checks have been claimed once. */
async function startChecking(
  { settings, clock, log }: LapwingOptions,
  context: RoleContext,
  opened: Stoppable[],
): Promise<void> {
  const { store, sharedServices, workers, processId, mail, board, origin } = context
  const { vault, allowPrivate, artifacts } = sharedServices
  const shared = { store, clock, log, vault, allowPrivate, processId, artifacts, board }
  const prober = workers && startProber({ ...shared, ...workers })
  if (prober) opened.push(prober)
  if (settings.roles.includes('notifier'))
    opened.push(
      startNotifier({ ...shared, origin: () => origin, mail: mailWithNet({ settings, clock }), reportMail: mail }),
    )
  await prober?.firstRound
}

async function startKeepingHouse(
  parts: LapwingOptions,
  { store, sharedServices, workers, board }: RoleContext,
  opened: Stoppable[],
): Promise<void> {
  const { settings, clock, log } = parts
  const { problems, artifacts } = sharedServices
  if (settings.roles.includes('housekeeper')) {
    opened.push(startHousekeeper({ store, clock, log, artifacts, problems, board, deadmanUrl: settings.deadmanUrl }))
    opened.push(...(await startScheduledBackups(parts, { store, board })))
  }
  if (!workers || !parts.browserPackages || settings.browsers === 0) return
  opened.push(parts.browserPackages)
  parts.browserPackages.install()
}

interface ReadProvision {
  readonly text: string
  readonly content: ReturnType<typeof readProvision>
}

function provisionIn(parts: LapwingOptions): ReadProvision {
  const file = parts.settings.provision
  try {
    const text = file === null ? '' : readFileSync(file, 'utf8')
    return { text, content: readProvision(text, parts.variable) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new BadProvision(`${file}: ${code ? `cannot be read: ${code}` : message}`, { cause: error })
  }
}

function watchProvision(
  { settings, variable, clock, log }: LapwingOptions,
  services: Services,
  text: string,
): Stoppable[] {
  const file = settings.provision
  if (file === null) return []
  const apply = (changed: string): Promise<void> =>
    applyProvision(services.store, readProvision(changed, variable), services)
  return [startProvisionWatch({ file, text, apply, clock, log })]
}

async function serve(
  { settings, operations, log, dashboard = noDashboard }: LapwingOptions,
  { services, port, probes }: { services: Services; port: TakenPort; probes: ProbeHub },
  opened: Stoppable[],
): Promise<void> {
  const restContext = { services, operations, trustedProxies: settings.trustedProxies }
  const { securityContact, metricsToken } = settings
  const pageCopies = pageCopiesIn(settings)
  const installers = createInstallers({ folder: join(settings.dataDir, 'installers'), log })
  const serving = { port, dashboard: dashboard.current, pageCopies, securityContact, metricsToken, probes, installers }
  opened.push(await startServer(restContext, serving), dashboard)
  dashboard.start()
}
