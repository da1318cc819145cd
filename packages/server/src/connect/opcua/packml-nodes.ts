import type { ReferenceDescription } from 'node-opcua-client'
import { childrenOf, withSubtypes } from './children.ts'
import type { Operations } from './operations.ts'

const PACKML_URI = 'http://opcfoundation.org/UA/PackML/'
/** PackMLBaseObjectType in its namespace (OPC 30050). */
const BASE_OBJECT_TYPE = 'i=6'
const OBJECTS_FOLDER = 'i=85'
/** What is looked through for a machine, so that a huge server does not hold us up. */
const MAX_LEVELS = 6
const MAX_NODES = 2_000

/** Where a machine of the PackML companion reports what; a node that it does not have is missing. */
export interface PackmlNodes {
  /** The current states, outermost first: what an outer one calls Cleared or Running, the next one reports closer. */
  states: string[]
  speed?: string
  processed?: string
  defective?: string
}

/**
 * Looks for the first instance of PackMLBaseObjectType, or of a type derived from it, below the Objects folder.
 * @returns undefined if the server has none
 */
export async function findPackml(operations: Operations): Promise<PackmlNodes | undefined> {
  const namespace = (await operations.session.readNamespaceArray()).indexOf(PACKML_URI)
  if (namespace < 0) return undefined
  const types = await withSubtypes(operations, `ns=${namespace};${BASE_OBJECT_TYPE}`)
  const machine = await findInstance(operations, types)
  return machine === undefined ? undefined : await nodesOf(operations, machine)
}

async function findInstance(operations: Operations, types: ReadonlySet<string>): Promise<string | undefined> {
  const seen = new Set([OBJECTS_FOLDER])
  let level = [OBJECTS_FOLDER]
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0 && seen.size < MAX_NODES; depth += 1) {
    const below = (await childrenOf(operations, level)).flat().filter(isObject)
    const found = below.find(({ typeDefinition }) => types.has(typeDefinition.toString()))
    if (found !== undefined) return found.nodeId.toString()
    level = below.map(({ nodeId }) => nodeId.toString()).filter((id) => !seen.has(id))
    for (const id of level) seen.add(id)
  }
  return undefined
}

async function nodesOf(operations: Operations, machine: string): Promise<PackmlNodes> {
  const parts = await named(operations, machine)
  const status = await named(operations, parts.get('Status'))
  const admin = await named(operations, parts.get('Admin'))
  const found: PackmlNodes = {
    states: await statesOf(operations, parts.get('BaseStateMachine') ?? parts.get('PackMLBaseStateMachine')),
  }
  const speed = status.get('CurMachSpeed')
  const [processed, defective] = await Promise.all(
    ['ProdProcessedCount', 'ProdDefectiveCount'].map(async (name) => {
      // Some servers have a list of objects in the place of a list of structures.
      const entry = admin.get(name) ?? admin.get(`${name}[0]`)
      return (await named(operations, entry)).get('AccCount') ?? entry
    }),
  )
  if (speed !== undefined) found.speed = speed
  if (processed !== undefined) found.processed = processed
  if (defective !== undefined) found.defective = defective
  return found
}

async function statesOf(operations: Operations, outermost: string | undefined): Promise<string[]> {
  const states: string[] = []
  let machine = outermost
  for (const inner of ['MachineState', 'ExecuteState', undefined]) {
    const parts = await named(operations, machine)
    const current = parts.get('CurrentState')
    if (current !== undefined) states.push(current)
    machine = inner && parts.get(inner)
  }
  return states
}

async function named(operations: Operations, nodeId: string | undefined): Promise<Map<string, string>> {
  if (nodeId === undefined) return new Map()
  const [children = []] = await childrenOf(operations, [nodeId])
  return new Map(children.map(({ browseName, nodeId: id }) => [browseName.name ?? '', id.toString()]))
}

function isObject({ nodeClass }: ReferenceDescription): boolean {
  return Number(nodeClass) === 1
}
