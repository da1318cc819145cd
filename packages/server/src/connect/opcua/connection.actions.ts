import { isNodeId, type opcuaConnections } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { HandlersOf, ResourceHandlers } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { ConnectionHandlers } from '../supervisor/connection-handlers.ts'
import { browseServer } from './inspect-server.ts'
import type { OpcuaSupervisor } from './opcua-kind.ts'

interface OpcuaParts {
  /** Where our certificate is stored. */
  dataDir: string
  /** Whether somebody sees what a machine reports. */
  mayBeSeen: (principal: Principal, machineID: string) => boolean
}

export function opcuaHandlers(
  store: ResourceStore,
  supervisor: OpcuaSupervisor,
  { dataDir, mayBeSeen }: OpcuaParts,
): HandlersOf<'testOpcuaConnection' | 'browseOpcuaConnection'> &
  ResourceHandlers<typeof opcuaConnections, 'list' | 'get' | 'create' | 'update' | 'remove'> {
  const handlers = new ConnectionHandlers(store, supervisor)
  const { create, update, remove } = handlers.changes()
  const { list, get } = handlers.reads()
  return {
    'opcuaConnection.list': list,
    'opcuaConnection.get': get,
    'opcuaConnection.create': create,
    'opcuaConnection.update': update,
    'opcuaConnection.remove': remove,
    testOpcuaConnection: ({ principal, params }) => handlers.test(principal, params.id),
    async browseOpcuaConnection({ principal, params, query }) {
      const nodeId = query?.nodeId
      const connection = await handlers.find(principal, params.id)
      if (nodeId !== undefined && !isNodeId(nodeId)) {
        return { nodes: [], trouble: t('opcuaTest.noNodeId', { nodeId }) }
      }
      const { nodes, trouble } = await browseServer(connection, dataDir, nodeId)
      const isSeen = mayBeSeen(principal, connection.machineID)
      return { nodes: isSeen ? nodes : nodes.map((node) => ({ ...node, value: null })), trouble }
    },
  }
}
