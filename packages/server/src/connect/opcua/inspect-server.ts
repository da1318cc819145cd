import type { OpcuaNode, OpcuaTest } from '@packhouse/contract'
import type { ClientSession } from 'node-opcua-client'
import { childrenOf } from './children.ts'
import { EndpointLink } from './endpoint-link.ts'
import { loadOpcua } from './library.ts'
import { linkIssueOf } from './link-words.ts'
import { isBad, scalarOf } from './node-value.ts'
import { readNodes } from './node-watch.ts'
import type { OpcuaConnection } from './opcua-connection.ts'
import { findPackml } from './packml-nodes.ts'
import { NoCertificate, OtherCertificate } from './server-certificate.ts'

const OBJECTS_FOLDER = 'i=85'
/** Server_ServerStatus_State (OPC 10000-6, annex A), and its values (OPC 10000-5, 12.6). */
const SERVER_STATE = 'i=2259'
const serverStates = [
  'is running',
  'has failed',
  'has no configuration',
  'is suspended',
  'is shutting down',
  'is under test',
  'has lost its source',
  'is in an unknown state',
]
/** Longer lists are not useful to people. */
const MAX_NODES = 500
const VARIABLE = 2

type Look = Pick<OpcuaConnection, 'machineID'> & Parameters<typeof EndpointLink.open>[0]

/** Connects once, in its own session, and reports each step what happened and what to do. */
export async function testConnection(connection: Look, dataDir: string): Promise<OpcuaTest> {
  const steps: OpcuaTest['steps'] = []
  const { endpointUrl, securityMode, userName } = connection
  const names = ['Connection', 'Certificate', 'Server', 'Nodes']
  let link: EndpointLink | undefined
  try {
    link = await EndpointLink.open(connection, dataDir, () => undefined)
    const protection = { none: 'without protection', sign: 'signed', signAndEncrypt: 'encrypted' }[securityMode]
    const who = userName === null ? 'anonymously' : `as ${userName}`
    steps.push({ name: 'Connection', ok: true, words: `${endpointUrl} answered and let us in ${who}, ${protection}.` })
    steps.push(certificateStep(link.serverCertificate, connection.serverCertificate !== null))
    steps.push(await serverStep(link.session))
    steps.push(await nodesStep(link.session))
  } catch (error) {
    const name =
      error instanceof OtherCertificate || error instanceof NoCertificate
        ? 'Certificate'
        : (names[steps.length] ?? 'Nodes')
    steps.push({ name, ok: false, words: linkIssueOf(error as Error, endpointUrl).words })
  } finally {
    await link?.close()
  }
  return { ok: steps.every(({ ok }) => ok), steps, serverCertificate: link?.serverCertificate ?? null }
}

/** An encrypted connection to an unverified server may be wanted: it is reported, and does not count as a fault. */
function certificateStep(shown: string | undefined, isPinned: boolean) {
  const words =
    shown === undefined
      ? 'Not verified: without signing or encryption a server cannot prove who it is.'
      : isPinned
        ? `The server has the pinned certificate ${shown}.`
        : `Not verified: the server shows the certificate ${shown}. Compare it with what its owner tells you, then pin it.`
  return { name: 'Certificate', ok: true, words }
}

async function serverStep(session: ClientSession) {
  const state = (await readNodes(session, [SERVER_STATE])).get(SERVER_STATE)
  const number = state === undefined || isBad(state) ? 7 : Number(state.value.value)
  const words = `The server ${serverStates[number] ?? serverStates[7]}.`
  return { name: 'Server', ok: number === 0, words: number === 0 ? words : `${words} Ask its owner.` }
}

async function nodesStep(session: ClientSession) {
  const [found = []] = await childrenOf(session, [OBJECTS_FOLDER])
  const packml = await findPackml(session)
  const many = `We see ${found.length} ${found.length === 1 ? 'node' : 'nodes'} below Objects`
  if (packml === undefined) {
    const words = `${many}, and no machine of the PackML companion: choose nodes for a tag map.`
    return { name: 'Nodes', ok: found.length > 0, words }
  }
  return { name: 'Nodes', ok: true, words: `${many}, and a machine of the PackML companion, which needs no tag map.` }
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
    return { nodes: await nodesBelow(link.session, nodeId), trouble: null }
  } catch (error) {
    return { nodes: [], trouble: linkIssueOf(error as Error, connection.endpointUrl).words }
  } finally {
    await link?.close()
  }
}

async function nodesBelow(session: ClientSession, nodeId: string): Promise<OpcuaNode[]> {
  const { DataType } = await loadOpcua()
  const [found = []] = await childrenOf(session, [nodeId])
  const shown = found.slice(0, MAX_NODES)
  const isVariable = ({ nodeClass }: (typeof shown)[number]) => Number(nodeClass) === VARIABLE
  const values = await readNodes(
    session,
    shown.filter(isVariable).map((node) => node.nodeId.toString()),
  )
  return shown.map((node) => {
    const id = node.nodeId.toString()
    const dataValue = values.get(id)
    const value = dataValue === undefined ? undefined : scalarOf(dataValue)
    return {
      nodeId: id,
      name: node.displayName.text ?? node.browseName.name ?? id,
      kind: isVariable(node) ? ('variable' as const) : ('object' as const),
      dataType:
        dataValue?.value === undefined || isBad(dataValue)
          ? null
          : (DataType[Number(dataValue.value.dataType)] ?? null),
      value: value ?? null,
      readable: dataValue !== undefined && value !== undefined,
    }
  })
}
