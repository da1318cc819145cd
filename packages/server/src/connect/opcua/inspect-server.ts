import { type OpcuaNode, type OpcuaTest, readNodeAddress, writeJsonAddress } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import type { DataValue } from 'node-opcua-client'
import { childrenOf } from './children.ts'
import { EndpointLink } from './endpoint-link.ts'
import { loadOpcua } from './library.ts'
import { linkIssueOf } from './link-words.ts'
import { isBad, scalarOf } from './node-value.ts'
import type { OpcuaConnection } from './opcua-connection.ts'
import type { Operations } from './operations.ts'
import { findPackml } from './packml-nodes.ts'
import { NoCertificate, OtherCertificate } from './server-certificate.ts'
import { partsOf } from './value-part.ts'

const OBJECTS_FOLDER = 'i=85'
/** Server_ServerStatus_State (OPC 10000-6, annex A), and its values (OPC 10000-5, 12.6). */
const SERVER_STATE = 'i=2259'
const RUNNING = 0
const UNKNOWN_STATE = 7
/** Longer lists are not useful to people. */
const MAX_NODES = 500
const VARIABLE = 2

type Look = Pick<OpcuaConnection, 'machineID'> & Parameters<typeof EndpointLink.open>[0]

/** Connects once, in its own session, and reports each step what happened and what to do. */
export async function testConnection(connection: Look, dataDir: string): Promise<OpcuaTest> {
  const steps: OpcuaTest['steps'] = []
  const { endpointUrl, securityMode, userName } = connection
  const names = [t('opcuaTest.connection'), t('opcuaTest.certificate'), t('opcuaTest.server'), t('opcuaTest.nodes')]
  let link: EndpointLink | undefined
  try {
    link = await EndpointLink.open(connection, dataDir, () => undefined)
    const words = t('opcuaTest.connected', { url: endpointUrl, userName: userName ?? '', securityMode })
    const connected =
      userName === null ? t('opcuaTest.connectedAnonymously', { url: endpointUrl, securityMode }) : words
    steps.push({ name: t('opcuaTest.connection'), ok: true, words: connected })
    steps.push(certificateStep(link.serverCertificate, connection.serverCertificate !== null))
    steps.push(await serverStep(link.operations))
    steps.push(await nodesStep(link.operations))
  } catch (error) {
    const name =
      error instanceof OtherCertificate || error instanceof NoCertificate
        ? t('opcuaTest.certificate')
        : (names[steps.length] ?? t('opcuaTest.nodes'))
    steps.push({ name, ok: false, words: declared(linkIssueOf(error as Error, endpointUrl).words) })
  } finally {
    await link?.close()
  }
  return { ok: steps.every(({ ok }) => ok), steps, serverCertificate: link?.serverCertificate ?? null }
}

/** An encrypted connection to an unverified server may be wanted: it is reported, and does not count as a fault. */
function certificateStep(shown: string | undefined, isPinned: boolean) {
  const words =
    shown === undefined
      ? t('opcuaTest.unprotected')
      : isPinned
        ? t('opcuaTest.pinned', { thumbprint: shown })
        : t('opcuaTest.notVerified', { thumbprint: shown })
  return { name: t('opcuaTest.certificate'), ok: true, words }
}

async function serverStep(operations: Operations) {
  const state = (await operations.read([SERVER_STATE])).get(SERVER_STATE)
  const number = state === undefined || isBad(state) ? UNKNOWN_STATE : Number(state.value.value)
  return {
    name: t('opcuaTest.server'),
    ok: number === RUNNING,
    words: t('opcuaTest.serverState', { state: `s${number}` }),
  }
}

async function nodesStep(operations: Operations) {
  const [found = []] = await childrenOf(operations, [OBJECTS_FOLDER])
  const isMachine = (await findPackml(operations)) !== undefined
  const words = isMachine
    ? t('opcuaTest.nodesOfMachine', { count: found.length })
    : t('opcuaTest.nodesWithoutMachine', { count: found.length })
  return { name: t('opcuaTest.nodes'), ok: isMachine || found.length > 0, words }
}

/** The nodes below a node, with the values of variables as they are now; or why they cannot be read. */
export async function browseServer(
  connection: Look,
  dataDir: string,
  nodeId = OBJECTS_FOLDER,
): Promise<{ nodes: OpcuaNode[]; trouble: string | null }> {
  let link: EndpointLink | undefined
  try {
    link = await EndpointLink.open(connection, dataDir, () => undefined)
    return { nodes: await nodesBelow(link.operations, nodeId), trouble: null }
  } catch (error) {
    return { nodes: [], trouble: declared(linkIssueOf(error as Error, connection.endpointUrl).words) }
  } finally {
    await link?.close()
  }
}

async function nodesBelow(operations: Operations, nodeId: string): Promise<OpcuaNode[]> {
  const [found = []] = await childrenOf(operations, [nodeId])
  const shown = found.slice(0, MAX_NODES)
  const isVariable = ({ nodeClass }: (typeof shown)[number]) => Number(nodeClass) === VARIABLE
  const variables = shown.filter(isVariable).map((node) => node.nodeId.toString())
  const values = await operations.read([nodeId, ...variables])
  const nodes: OpcuaNode[] = []
  for (const node of shown) {
    const id = node.nodeId.toString()
    const name = node.displayName.text ?? node.browseName.name ?? id
    nodes.push({
      nodeId: id,
      name,
      kind: isVariable(node) ? 'variable' : 'object',
      ...(await shownValue(values.get(id))),
    })
  }
  const own = values.get(nodeId)
  const parts = own === undefined ? [] : partsOf(own, nodeId)
  return [...parts.map(toPart), ...nodes].slice(0, MAX_NODES)
}

async function shownValue(
  dataValue: DataValue | undefined,
): Promise<Pick<OpcuaNode, 'dataType' | 'value' | 'readable'>> {
  if (dataValue === undefined) return { dataType: null, value: null, readable: false }
  const { DataType } = await loadOpcua()
  const value = scalarOf(dataValue)
  const dataType = isBad(dataValue) ? null : (DataType[Number(dataValue.value.dataType)] ?? null)
  return { dataType, value: value ?? null, readable: value !== undefined }
}

/** A field or an element of the value of a node, under the address that a tag map names it by. */
function toPart({ address, value }: ReturnType<typeof partsOf>[number]): OpcuaNode {
  const name = writeJsonAddress(readNodeAddress(address)?.path ?? [])
  return { nodeId: address, name, kind: 'part', dataType: null, value, readable: true }
}
