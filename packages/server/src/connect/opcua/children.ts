import type { ReferenceDescription } from 'node-opcua-client'
import { loadOpcua } from './library.ts'
import type { Operations } from './operations.ts'

/** NodeClass of OPC 10000-3, 8.29, as a mask. */
const OBJECT = 1
const VARIABLE = 2
const NAMES_TYPES_CLASSES = 0x3f

/** What is below nodes: hierarchical references forward, objects and variables only. One list for each node. */
export async function childrenOf(
  operations: Operations,
  nodeIds: readonly string[],
): Promise<ReferenceDescription[][]> {
  return await follow(operations, nodeIds, 'HierarchicalReferences', OBJECT | VARIABLE)
}

/** A type with all that are derived from it. */
export async function withSubtypes(operations: Operations, type: string): Promise<Set<string>> {
  const found = new Set([type])
  for (let level = [type]; level.length > 0; ) {
    const below = (await follow(operations, level, 'HasSubtype', 0)).flat().map(({ nodeId }) => nodeId.toString())
    level = below.filter((id) => !found.has(id))
    for (const id of level) found.add(id)
  }
  return found
}

async function follow(
  operations: Operations,
  nodeIds: readonly string[],
  reference: 'HierarchicalReferences' | 'HasSubtype',
  mask: number,
) {
  const { BrowseDirection, ReferenceTypeIds } = await loadOpcua()
  return await operations.browse(
    nodeIds.map((nodeId) => ({
      nodeId,
      referenceTypeId: `i=${ReferenceTypeIds[reference]}`,
      browseDirection: BrowseDirection.Forward,
      includeSubtypes: true,
      nodeClassMask: mask,
      resultMask: NAMES_TYPES_CLASSES,
    })),
  )
}
