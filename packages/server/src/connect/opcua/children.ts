import type { ClientSession, ReferenceDescription } from 'node-opcua-client'
import { loadOpcua } from './library.ts'

/** NodeClass of OPC 10000-3, 8.29, as a mask. */
const OBJECT = 1
const VARIABLE = 2
const NAMES_TYPES_CLASSES = 0x3f

/** What is below nodes: hierarchical references forward, objects and variables only. One list for each node. */
export async function childrenOf(
  session: ClientSession,
  nodeIds: readonly string[],
): Promise<ReferenceDescription[][]> {
  return await follow(session, nodeIds, 'HierarchicalReferences', OBJECT | VARIABLE)
}

/** A type with all that are derived from it. */
export async function withSubtypes(session: ClientSession, type: string): Promise<Set<string>> {
  const found = new Set([type])
  for (let level = [type]; level.length > 0; ) {
    const below = (await follow(session, level, 'HasSubtype', 0)).flat().map(({ nodeId }) => nodeId.toString())
    level = below.filter((id) => !found.has(id))
    for (const id of level) found.add(id)
  }
  return found
}

async function follow(session: ClientSession, nodeIds: readonly string[], referenceTypeId: string, mask: number) {
  const { browseAll, BrowseDirection } = await loadOpcua()
  const results = await browseAll(
    session,
    nodeIds.map((nodeId) => ({
      nodeId,
      referenceTypeId,
      browseDirection: BrowseDirection.Forward,
      includeSubtypes: true,
      nodeClassMask: mask,
      resultMask: NAMES_TYPES_CLASSES,
    })),
  )
  return results.map(({ references }) => references ?? [])
}
