import type { opcuaConnections } from '@packhouse/contract'
import type { HandlersOf, ResourceHandlers } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Values } from '../../engine/resource/rows.ts'
import type { Sealing } from '../../platform/sealing.ts'
import { browseServer, testConnection } from './look-at-server.ts'
import { isNodeId } from './node-id.ts'
import type { OpcuaConnections } from './opcua-connections.ts'

/** Every change takes effect at once; the password is sealed before it is stored. */
export function opcuaHandlers(
  store: ResourceStore,
  connections: OpcuaConnections,
): HandlersOf<'testOpcuaConnection' | 'browseOpcuaConnection'> & ResourceHandlers<typeof opcuaConnections> {
  const changing = <Input>(change: (input: Input) => Promise<unknown>) => {
    return async (input: Input) => {
      const answer = await change(input)
      void connections.refresh()
      return answer
    }
  }
  const find = async (principal: Principal, id: string) => {
    await store.get(principal, id)
    const connection = await connections.find(id)
    assertThat(connection, 'not_found', 'There is no such connection.')
    return connection
  }
  return {
    'opcuaConnection.create': changing(({ principal, body }) =>
      store.create(principal, sealed(body, connections.sealing)),
    ),
    'opcuaConnection.update': changing(({ principal, params, body }) =>
      store.update(principal, params.id, sealed(body, connections.sealing)),
    ),
    'opcuaConnection.remove': changing(({ principal, params }) => store.remove(principal, params.id)),
    async testOpcuaConnection({ principal, params }) {
      return await testConnection(await find(principal, params.id), connections.dataDir)
    },
    async browseOpcuaConnection({ principal, params, query }) {
      const nodeId = query?.nodeId
      const connection = await find(principal, params.id)
      if (nodeId !== undefined && !isNodeId(nodeId)) {
        return { nodes: [], trouble: `${nodeId} is no node id such as ns=2;s=Line1.Speed.` }
      }
      return await browseServer(connection, connections.dataDir, nodeId)
    },
  }
}

function sealed(values: Values, sealing: Sealing): Values {
  const { password } = values
  return typeof password === 'string' ? { ...values, password: sealing.seal(password).toString('base64') } : values
}
