import { plainTagMapEntry, readNodeAddress, type TagMapEntry, type TagRole } from '@packhouse/contract'
import type { DataValue } from 'node-opcua-client'
import type { LiveMachine } from '../../live/index.ts'
import { sentence } from '../../platform/sentence.ts'
import type { ActiveMap } from '../mapping/active-maps.ts'
import { compileMap } from '../mapping/compiled-map.ts'
import type { TagMaps } from '../mapping/tag-maps.ts'
import { packmlValueMap } from '../sparkplug/usual-names.ts'
import { NothingToRead } from './link-words.ts'
import { countOf, type Scalar, scalarOf } from './node-value.ts'
import type { Operations } from './operations.ts'
import { findPackml, type PackmlNodes } from './packml-nodes.ts'
import { type PartOfValue, partOf } from './value-part.ts'

/** The newest value of every node, by its id. */
export type NodeValues = Pick<ReadonlyMap<string, DataValue>, 'get'>

/** What is read under one address. */
export interface PlannedReading {
  address: string
  role: TagRole
  /** The node whose value it is. */
  node: string
  /** Null where the quality is bad; undefined where there is no value that a record could hold. */
  value: Scalar | undefined
  /** Why the value cannot be read, in words. */
  fault?: string
}

/** Which nodes of a server are read for a machine, and what their values say. */
export interface ReadPlan {
  map: ActiveMap
  nodes: readonly string[]
  /** What is read anew when a node has changed. */
  readingsOf: (node: string, values: NodeValues) => PlannedReading[]
}

/** Something that is read, of one node or of several. */
interface Item {
  address: string
  role: TagRole
  nodes: readonly string[]
  /** @returns undefined while what it depends on is not known yet */
  read: (values: NodeValues) => (PartOfValue & { node: string }) | undefined
}

/**
 * By the tag map of the machine; without one by the nodes of PackML.
 * @throws NothingToRead where there is neither
 */
export async function planFor(operations: Operations, machine: LiveMachine, tagMaps: TagMaps): Promise<ReadPlan> {
  const map = tagMaps.mapOf(machine, 'opcua')
  if (map !== undefined) return planOfMap(map)
  const found = await findPackml(operations)
  if (found === undefined || nodesIn(found).length === 0) {
    throw new NothingToRead(
      sentence`The server has no machine of the PackML companion, and ${machine.entry.machineID} has no tag map for OPC UA in use. Browse the nodes, make a tag map of them and roll it out.`,
    )
  }
  return packmlPlan(found)
}

/** The plan by a tag map; entries with an invalid address are left to the map, which says so. */
export function planOfMap(map: ActiveMap): ReadPlan {
  const roles = new Map(map.compiled.entries.map(({ address, role }) => [address, role]))
  const items = Array.from(roles, ([text, role]): Item[] => {
    const address = readNodeAddress(text)
    if (address === undefined) return []
    const { nodeId: node } = address
    return [{ address: text, role, nodes: [node], read: readOne(node, (dataValue) => partOf(dataValue, address)) }]
  }).flat()
  if (items.length === 0)
    throw new NothingToRead(
      sentence`The tag map ${map.name} has no entry with the address of a node. Give it some and roll it out.`,
    )
  return planOf(map, items)
}

/** The plan for nodes of PackML: the first product counts, and the states are reported as one. */
export function packmlPlan(found: PackmlNodes): ReadPlan {
  const { states, speed, processed, defective } = found
  const [state] = states
  const single = (role: TagRole, node: string | undefined, value: (given: DataValue) => Scalar | undefined): Item[] =>
    node === undefined
      ? []
      : [{ address: node, role, nodes: [node], read: readOne(node, (given) => whole(value(given))) }]
  const items = [
    ...(state === undefined
      ? []
      : [{ address: state, role: 'state' as const, nodes: states, read: readState(states) }]),
    ...single('count', processed, countOf),
    ...single('reject', defective, countOf),
    ...single('speed', speed, scalarOf),
  ]
  const entries = items.map(({ role, address }) => entryOf(role, address))
  const map: ActiveMap = {
    id: '',
    name: 'PackML',
    version: 0,
    source: 'opcua',
    machineType: null,
    machineId: null,
    machineID: null,
    topicLevels: undefined,
    compiled: compileMap({ source: 'opcua', entries, timeAddress: null }),
  }
  return planOf(map, items)
}

function planOf(map: ActiveMap, items: readonly Item[]): ReadPlan {
  const byNode = new Map<string, Item[]>()
  for (const item of items) for (const node of item.nodes) byNode.set(node, [...(byNode.get(node) ?? []), item])
  return {
    map,
    nodes: [...byNode.keys()],
    readingsOf: (node, values) =>
      (byNode.get(node) ?? []).flatMap(({ address, role, read }): PlannedReading[] => {
        const found = read(values)
        if (found === undefined) return []
        return [{ address, role, value: undefined, ...found }]
      }),
  }
}

function readOne(node: string, read: (dataValue: DataValue) => PartOfValue): Item['read'] {
  return (values) => {
    const dataValue = values.get(node)
    return dataValue && { node, ...read(dataValue) }
  }
}

/** Outer states that the next machine of states reports closer (OPC 30050). */
const OUTER = ['Cleared', 'Running']

function readState(states: readonly string[]): Item['read'] {
  return (values) => {
    for (const [place, node] of states.entries()) {
      const dataValue = values.get(node)
      if (dataValue === undefined) return undefined
      const state = scalarOf(dataValue)
      if (place === states.length - 1 || !OUTER.includes(String(state))) return { node, ...whole(state) }
    }
    return undefined
  }
}

function whole(value: Scalar | undefined): PartOfValue {
  return value === undefined ? { fault: sentence`There is a list or a structure, and no value.` } : { value }
}

function nodesIn({ states, speed, processed, defective }: PackmlNodes): string[] {
  return [...states, speed, processed, defective].filter((node) => node !== undefined)
}

function entryOf(role: TagRole, address: string): TagMapEntry {
  return { ...plainTagMapEntry, canonicalTag: role, address, role, valueMap: role === 'state' ? packmlValueMap : {} }
}
