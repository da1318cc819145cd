import { expect, test } from 'vitest'
import { FakeOpcuaServer } from '../../../test/support/fake-opcua-server.ts'
import { Operations } from './operations.ts'

const nodes = Array.from({ length: 1_200 }, (_, place) => `ns=1;i=${place + 1}`)

function serverWith(options: ConstructorParameters<typeof FakeOpcuaServer>[0]): FakeOpcuaServer {
  const server = new FakeOpcuaServer(options)
  for (const [place, node] of nodes.entries()) server.set(node, place, 0)
  return server
}

test.each([
  ['that it names', { limits: { read: 150 } }, 150],
  ['that is smaller than what we ask for first', { limits: { read: 1 } }, 1],
  ['that it does not have', {}, 1_000],
  ['that it keeps to itself', { taken: { read: 100 } }, 100],
  ['that is lower than it says', { limits: { read: 500 }, taken: { read: 100 } }, 100],
])(
  'reads are made in parts by a limit of the server %s, and every node has its own value',
  async (_what, options, most) => {
    const server = serverWith(options)
    const operations = await Operations.of(server.session)
    const values = await operations.read(nodes)
    expect([...values.keys()]).toEqual(nodes)
    expect(nodes.map((node) => values.get(node)?.value.value)).toEqual([...nodes.keys()])
    server.requests.length = 0
    await operations.read(nodes)
    expect(server.largest('read')).toBeLessThanOrEqual(most)
    expect(server.largest('read')).toBeGreaterThan(most / 2)
  },
)

test('a failure that no smaller request would mend is not tried again', async () => {
  const server = serverWith({})
  const operations = await Operations.of(server.session)
  server.isUnreadable = true
  server.requests.length = 0
  await expect(operations.read(nodes)).rejects.toThrow('BadResourceUnavailable')
  expect(server.requests).toHaveLength(1)
})
