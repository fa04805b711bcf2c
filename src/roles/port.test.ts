import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { takePort } from './port.ts'

const host = '127.0.0.1'

async function textAt(port: number): Promise<string> {
  const [response] = await once(request({ host, port, agent: false }).end(), 'response')
  return (await response.toArray()).join('')
}

describe('a taken port', () => {
  it('stays taken while it goes from its holder to a server', async () => {
    const port = await takePort({ host, port: 0 })
    await expect(textAt(port.number)).rejects.toThrow()
    const server = createServer((_request, response) => response.end('here'))
    const serving = port.serve(server)
    await expect(takePort({ host, port: port.number })).rejects.toThrow('EADDRINUSE')
    await serving
    expect(await textAt(port.number)).toBe('here')
    await port.release()
    expect(await textAt(port.number)).toBe('here')
    server.close()
    await once(server, 'close')
  })
})
