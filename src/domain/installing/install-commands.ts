// The commands that start an agent or a probe on another machine. People copy them from the dashboard.

export interface InstallCommands {
  /** For a shell: a script of this Lapwing installs it. */
  readonly shell: string
  readonly docker: string
}

interface InstallTarget {
  /** The public address of this Lapwing. */
  readonly origin: string
  readonly token: string
  readonly version: string
}

const container =
  'docker run --detach --restart unless-stopped --no-healthcheck --read-only --tmpfs /tmp --cap-drop ALL'

export const agentCommands = ({ origin, token, version }: InstallTarget): InstallCommands => ({
  shell: shellCommand(origin, 'agent', token),
  // It measures the machine, whose processes, network and disks it therefore sees.
  docker:
    `${container} --name lapwing-agent --pid host --network host --volume /:/host:ro,rslave ` +
    `--volume lapwing-agent:/data --env LAPWING_AGENT_TOKEN=${token} ` +
    `lapwing:${version} agent --server ${origin} --root /host --dir /data`,
})

export const probeCommands = ({ origin, token, version }: InstallTarget): InstallCommands => ({
  shell: shellCommand(origin, 'probe', token),
  docker:
    `${container} --name lapwing-probe --cap-add NET_RAW --volume lapwing-probe:/data ` +
    `--env LAPWING_PROBE_TOKEN=${token} lapwing:${version} probe --server ${origin} --dir /data`,
})

const shellCommand = (origin: string, program: 'agent' | 'probe', token: string): string =>
  `curl -fsSL ${origin}/install/${program} | sh -s -- ${token}`
