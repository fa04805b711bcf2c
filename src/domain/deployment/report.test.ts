import { expect, it } from 'vitest'
import { readReport } from './report.ts'

const project = { id: 30, name: 'shop', web_url: 'https://gitlab.example.com/acme/shop' }
const pipeline = { id: 9, name: 'deploy', ref: 'main', sha: 'abcdef1', status: 'success', source: 'push' }

const ofGitlab = (workflow: string | null, change: object = {}) => {
  const body = { object_kind: 'pipeline', object_attributes: { ...pipeline, ...change }, project }
  return readReport('gitlab', { event: '', body, workflow })
}

it.each(['main', 'deploy'])('a pipeline counts if the webhook names its branch or its name: %s', (workflow) => {
  expect(ofGitlab(workflow)).toMatchObject({ report: { externalId: 'gitlab pipeline 30 9', service: 'shop' } })
})

it.each([
  [null, {}, 'not the one of the webhook'],
  ['release', {}, 'not the one of the webhook'],
  ['main', { status: 'failed' }, 'not successful'],
  ['main', { source: 'merge_request_event' }, 'merge requests are not deployments'],
])('a pipeline is ignored if the webhook names %s and it has %j', (workflow, change, why) => {
  expect(ofGitlab(workflow, change)).toEqual({ ignored: expect.stringContaining(why) })
})
