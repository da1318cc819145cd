import type { TagMapEntry, TagRole } from '@packhouse/contract'
import type { ClientSession, DataValue } from 'node-opcua-client'
import type { LiveMachine } from '../../live/index.ts'
import { sentence } from '../../platform/sentence.ts'
import type { ActiveMap } from '../mapping/active-maps.ts'
import { compileMap } from '../mapping/compiled-map.ts'
import type { TagMaps } from '../mapping/tag-maps.ts'
import { packmlValueMap } from '../sparkplug/usual-names.ts'
import { NothingToRead } from './link-words.ts'
import { countOf, type Scalar, scalarOf } from './node-value.ts'
import { findPackml, type PackmlNodes } from './packml-nodes.ts'

/** The newest value of every node, by its id. */
export type NodeValues = ReadonlyMap<string, DataValue>

/** A reading and the node it is of; undefined for a list or a structure, of which none can be made. */
export interface PlannedReading {
  address: string
  node: string
  value: Scalar | undefined
}

/** Which nodes of a server are read for a machine, and what their values say. */
export interface ReadPlan {
  map: ActiveMap
  nodes: readonly string[]
  readings: (values: NodeValues) => PlannedReading[]
}

/**
 * By the tag map of the machine; without one by the nodes of PackML.
 * @throws NothingToRead where there is neither
 */
export async function planFor(session: ClientSession, machine: LiveMachine, tagMaps: TagMaps): Promise<ReadPlan> {
  const map = tagMaps.mapOf(machine, 'opcua')
  if (map !== undefined) return planOfMap(map)
  const found = await findPackml(session)
  if (found === undefined || nodesIn(found).length === 0) {
    throw new NothingToRead(
      sentence`The server has no machine of the PackML companion, and ${machine.entry.machineID} has no tag map for OPC UA in use. Browse the nodes, make a tag map of them and roll it out.`,
    )
  }
  return packmlPlan(found)
}

function planOfMap(map: ActiveMap): ReadPlan {
  const nodes = [...new Set(map.compiled.entries.map(({ address }) => address))]
  if (nodes.length === 0)
    throw new NothingToRead(sentence`The tag map ${map.name} has no entries. Give it some and roll it out.`)
  const readings: ReadPlan['readings'] = (values) => nodes.map((address) => readingOf(address, values, scalarOf))
  return { map, nodes, readings }
}

/** The plan for nodes of PackML: the first product counts, and the states are reported as one. */
export function packmlPlan(found: PackmlNodes): ReadPlan {
  const [state = ''] = found.states
  const { speed, processed, defective } = found
  const entries = [
    ...(found.states.length > 0 ? [entryOf('state', state)] : []),
    ...(processed === undefined ? [] : [entryOf('count', processed)]),
    ...(defective === undefined ? [] : [entryOf('reject', defective)]),
    ...(speed === undefined ? [] : [entryOf('speed', speed)]),
  ]
  const map: ActiveMap = {
    id: '',
    name: 'PackML',
    version: 0,
    source: 'opcua',
    machineType: null,
    machineId: null,
    topicLevels: undefined,
    compiled: compileMap({ source: 'opcua', entries, timeAddress: null }),
  }
  const readings: ReadPlan['readings'] = (values) =>
    entries.map(({ address, role }) => {
      if (role === 'state') return { address, ...stateOf(found.states, values) }
      return readingOf(address, values, role === 'speed' ? scalarOf : countOf)
    })
  return { map, nodes: nodesIn(found), readings }
}

/** Outer states that the next machine of states reports closer (OPC 30050). */
const OUTER = ['Cleared', 'Running']

function stateOf(states: readonly string[], values: NodeValues): Omit<PlannedReading, 'address'> {
  for (const [place, node] of states.entries()) {
    const dataValue = values.get(node)
    const state = dataValue === undefined ? null : (scalarOf(dataValue) ?? null)
    const isLast = place === states.length - 1
    if (isLast || !OUTER.includes(String(state))) return { node, value: state }
  }
  return { node: '', value: null }
}

function nodesIn({ states, speed, processed, defective }: PackmlNodes): string[] {
  return [...states, speed, processed, defective].filter((node) => node !== undefined)
}

function readingOf(
  address: string,
  values: NodeValues,
  read: (dataValue: DataValue) => Scalar | undefined,
): PlannedReading {
  const dataValue = values.get(address)
  return { address, node: address, value: dataValue === undefined ? null : read(dataValue) }
}

function entryOf(role: TagRole, address: string): TagMapEntry {
  const plainNumber = { dataType: 'number', unit: null, scale: 1, offset: 0, deadband: 0, rolloverAt: null } as const
  return { ...plainNumber, canonicalTag: role, address, role, valueMap: role === 'state' ? packmlValueMap : {} }
}
