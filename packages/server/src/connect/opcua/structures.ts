import type { DataValue, IBasicSessionAsync2 } from 'node-opcua-client'
import { loadOpcua } from './library.ts'
import type { OpcuaSession } from './operations.ts'

/** Number of the built-in type (OPC 10000-6, 5.1.2). */
const EXTENSION_OBJECT = 22

/** Whether a value is a structure or a list of structures. */
export function isStructure({ value }: DataValue): boolean {
  return Number(value?.dataType) === EXTENSION_OBJECT
}

/**
 * Decodes structures in place, by the types that the server describes. What cannot be decoded stays as it is: a request for a
 * part of it gets the reason.
 */
export async function decodeStructures(session: OpcuaSession, dataValues: readonly DataValue[]): Promise<void> {
  const { promoteOpaqueStructure } = await loadOpcua()
  await promoteOpaqueStructure(session as unknown as IBasicSessionAsync2, [...dataValues]).catch(() => undefined)
}
