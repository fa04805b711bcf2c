// A start with a provision file; what changes of the file do is tested in store/accounts/provision.test.ts.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newDatabase, urlOf } from '../kit/lapwing/database.ts'
import { ask, closedFolder, startProcess } from '../kit/lapwing/process.ts'

const keys = { deploy: 'lw_story_deploy_0123456789', watch: 'lw_story_watch_0123456789ab' }
const provision = `
organizations:
  - name: Acme
    plan: pro
    limits: { monitors: 3 }
    apiKeys:
      - { name: deploy, scope: write, key: "\${DEPLOY_KEY}" }
      - { name: watch, scope: read, key: ${keys.watch} }
    users:
      - { name: Ada, email: ada@example.com, password: correct horse battery, role: owner }
locations:
  - { slug: fra, name: Frankfurt, region: eu, country: Germany, countryCode: DE, embedded: true }
`

it('a provisioned start prints no set-up link and has the resources of the file', async () => {
  const file = join(closedFolder(), 'provision.yaml')
  writeFileSync(file, provision)
  const lapwing = startProcess({
    LAPWING_DATABASE_URL: urlOf(await newDatabase()),
    LAPWING_PROVISION: file,
    LAPWING_ROLES: 'server',
    DEPLOY_KEY: keys.deploy,
  })
  const origin = await lapwing.origin()
  expect(await ask(origin, '/v1/me', { key: keys.deploy })).toMatchObject({
    status: 200,
    body: { credential: { name: 'deploy', scope: 'write' }, organization: { name: 'Acme', plan: 'Pro' } },
  })
  expect(await ask(origin, '/v1/plan', { key: keys.watch })).toMatchObject({ body: { limits: { monitors: 3 } } })
  expect((await ask(origin, '/v1/locations', { key: keys.watch })).body.data).toMatchObject([{ name: 'Frankfurt' }])
  expect(await lapwing.end()).toMatchObject({ code: 0, stderr: '' })
  expect(lapwing.log.filter((line) => line.apiKey ?? line.setup)).toEqual([])
})
