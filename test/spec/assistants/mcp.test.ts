import { expect, it } from 'vitest'
import { currentClient, olderClient } from '../../kit/servers/mcp-clients.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'

const lapwing = sharedLapwing()

it.each([
  ['2025-11-25', olderClient],
  ['2026-07-28', currentClient],
])('answers the official client of revision %s', async (_revision, connect) => {
  const client = await connect(lapwing().origin, { key: keys.write })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('status_overview')
  const result = await client.callTool({ name: 'status_overview', arguments: {} })
  expect(result.structuredContent).toMatchObject({ monitors: { total: 0 }, incidents: [] })
  await client.close()
})
