// A Python client, generated from the description and tried against a running Lapwing. `SDK_TRIALS=python` runs it,
// because it has to download the generator.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { keys, sharedLapwing } from '../kit/lapwing/lapwing.ts'
import { closedFolder } from '../kit/lapwing/process.ts'

const run = promisify(execFile)
const app = sharedLapwing()
const generator = 'openapi-python-client==0.29.1'

const program = `
from lapwing_api_client import AuthenticatedClient
from lapwing_api_client.api.monitors import create_monitor, list_monitors
from lapwing_api_client.models import MonitorCreate, MonitorCreateType
from lapwing_api_client.api.organization import get_summary
import sys

client = AuthenticatedClient(base_url=sys.argv[1] + "/v1", token=sys.argv[2])
body = MonitorCreate(name="Nightly backup", type_=MonitorCreateType.HEARTBEAT, interval=3600)
created = create_monitor.sync(client=client, body=body)
names = [monitor.name for monitor in list_monitors.sync(client=client).data]
print(created.name, names, get_summary.sync(client=client).monitors.total)
`

it.runIf(process.env['SDK_TRIALS'] === 'python')('is generated without warnings, and works', async () => {
  const folder = closedFolder()
  const inFolder = { cwd: folder }
  const python = join(folder, 'python', 'bin', 'python')
  await run('python3', ['-m', 'venv', 'python'], inFolder)
  await run(python, ['-m', 'pip', 'install', '--quiet', generator], inFolder)
  const address = `${app().origin}/v1/openapi.json`
  const overrides = 'content_type_overrides:\n  application/zip: application/octet-stream\n'
  writeFileSync(join(folder, 'config.yaml'), `post_hooks: []\n${overrides}`)
  const args = ['-m', 'openapi_python_client', 'generate', '--url', address, '--output-path', 'client']
  const { stdout, stderr } = await run(python, [...args, '--config', 'config.yaml', '--fail-on-warning'], inFolder)
  expect(stdout + stderr).not.toMatch(/warning/i)
  writeFileSync(join(folder, 'client', 'try.py'), program)
  const tried = await run(python, ['try.py', app().origin, keys.write], { cwd: join(folder, 'client') })
  expect(tried.stdout.trim()).toBe("Nightly backup ['Nightly backup'] 1")
})
