// The script that `curl … | sh` runs: an outer part that hides the token, around what installs.
import { type InstalledProgram, type ProgramArchive, shellText } from './archives.ts'
import type { PackedRuntime } from './runtimes.ts'

interface ScriptOptions {
  readonly program: InstalledProgram
  readonly version: string
  /** The public address of this Lapwing. */
  readonly origin: string
  readonly archive: ProgramArchive
  readonly runtimes: readonly PackedRuntime[]
}

const tokens: Readonly<Record<InstalledProgram, string>> = { agent: 'lwa_', probe: 'lwp_' }

export function installScript({ program, version, origin, archive, runtimes }: ScriptOptions): string {
  const cases = runtimes.map(
    ({ platform, name, sha256 }) => `    ${platform}) runtime=${word(name)} runtime_sha256=${word(sha256)} ;;\n`,
  )
  return `#!/bin/sh
# Installs the Lapwing ${program}: curl -fsSL ${origin}/install/${program} | sh -s -- TOKEN
# Every user of a machine can read the arguments of its processes, so the token goes on in the environment.
set -eu
for word do
  shift
  case $word in
    ${tokens[program]}*) LAPWING_TOKEN=$word && export LAPWING_TOKEN ;;
    *) set -- "$@" "$word" ;;
  esac
done
exec sh -s -- "$@" <<'END_OF_INSTALLER'
set -eu
lapwing=${word(origin)}
version=${word(version)}
archive_name=${word(archive.name)}
archive_sha256=${word(archive.sha256)}
runtime_of_platform() {
  runtime='' runtime_sha256=''
  case $platform in
${cases.join('')}    *) ;;
  esac
}

${shellText('common.sh')}
${shellText(`${program}.sh`)}
main "$@"
END_OF_INSTALLER
`
}

/** Nothing that a shell would read as more than a word. */
function word(value: string): string {
  if (/^[\w.:/[\]-]+$/.test(value)) return `'${value}'`
  throw new Error(`${value} cannot be part of a script`)
}
