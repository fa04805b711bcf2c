// Renders the manifests from the Helm chart: `npm run chart`. It needs Helm; the tests read what it wrote.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup/runtime.mjs'
import { hashOfSources } from './setup/sources.mjs'

/** Each example of values, and the file that it becomes. */
const manifests = {
  lapwing: 'deploy/kubernetes/lapwing.yaml',
  probe: 'deploy/kubernetes/probe.yaml',
  everything: 'test/deploy/kubernetes/everything.yaml',
}

// The oldest version that the chart supports.
const kubernetes = '1.30.0'

for (const [example, file] of Object.entries(manifests)) {
  const values = join('deploy/chart/examples', `${example}.yaml`)
  const flags = ['--namespace', 'lapwing', '--kube-version', kubernetes, '--values', values]
  const args = ['template', 'lapwing', 'deploy/chart', ...flags]
  const { error, status, stdout } = spawnSync('helm', args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  if (status !== 0) throw error ?? new Error(`helm ended with ${status}`)
  const header = `# Written by \`npm run chart\` from ${values}.\n# Sources: ${hashOfSources(root, ['deploy/chart'])}\n`
  writeFileSync(join(root, file), header + stdout)
}
