// Lines that make a job check in at its address.
export const snippetNames = ['curl', 'cron', 'systemd', 'Python', 'GitHub Actions'] as const
export type SnippetName = (typeof snippetNames)[number]

/** `cron` is the schedule of the job, if it has one. */
const curl = (address: string): string => `curl -fsS -m 10 --retry 5 -o /dev/null ${address}`

export function snippet(name: SnippetName, address: string, cron = '*/5 * * * *'): string {
  switch (name) {
    case 'curl':
      return curl(address)
    case 'cron':
      return `${cron} /path/to/job && ${curl(address)}`
    case 'systemd':
      return `[Service]\nType=oneshot\nExecStart=/path/to/job\nExecStartPost=${curl(address)}`
    case 'Python':
      return `import urllib.request\nurllib.request.urlopen("${address}", timeout=10)`
    case 'GitHub Actions':
      return `- name: Check in\n  run: ${curl(address)}`
  }
}
