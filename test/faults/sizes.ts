// The sizes of the trials of `npm run faults`; environment variables override them.
const size = (name: string, standard: number): number => Number(process.env[name] ?? standard)

export const sizes = {
  kills: size('FAULTS_KILLS', 100),
  historyKills: size('FAULTS_HISTORY_KILLS', 20),
  historySeed: size('FAULTS_HISTORY_SEED', Math.floor(Math.random() * 1e9)),
  sites: size('FAULTS_SITES', 100),
  seconds: size('FAULTS_SECONDS', 120),
  silentTargets: size('FAULTS_SILENT_TARGETS', 10_000),
  silentHostMonitors: size('FAULTS_SILENT_HOST_MONITORS', 300),
  awayMinutes: size('FAULTS_AWAY_MINUTES', 10),
}
