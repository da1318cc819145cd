import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OPCUACertificateManager } from 'node-opcua-certificate-manager'
import { DataType, StatusCodes, VariantArrayType } from 'node-opcua-client'
import { nodesets } from 'node-opcua-nodesets'
import { OPCUAServer } from 'node-opcua-server'
import { freePort } from './free-port.ts'

type Space = NonNullable<OPCUAServer['engine']['addressSpace']>
type Variable = ReturnType<ReturnType<Space['getOwnNamespace']>['addVariable']>
type Node = Space['rootFolder']['objects'] | Variable | ReturnType<Variable['getChildByName']>

const PACKML_URI = 'http://opcfoundation.org/UA/PackML/'
const GOOD_USER = { userName: 'packhouse', password: 'a secret of the line' }

/** Operations that it takes in one request. */
export const OPERATIONS = { read: 100, browse: 100, monitor: 150 }
/** Nodes `Bulk.1` to `Bulk.700`, more than it monitors. */
export const BULK = { nodes: 700, monitored: 650 }

/**
 * A real OPC UA server on the loopback: a machine of the PackML companion, its own film tension, a press with a structure and
 * a list, and many plain nodes. It has limits, and refuses what is beyond them.
 */
export class TestOpcuaServer {
  readonly port: number
  #folder: string
  #server: OPCUAServer | undefined
  readonly #variables = new Map<string, Variable>()

  private constructor(port: number, folder: string) {
    this.port = port
    this.#folder = folder
  }

  static async start(): Promise<TestOpcuaServer> {
    const folder = await makeFolder()
    const server = new TestOpcuaServer(Number(await freePort()), folder)
    await server.listen()
    return server
  }

  get url(): string {
    return `opc.tcp://127.0.0.1:${this.port}`
  }

  get sessions(): number {
    return this.#server?.currentSessionCount ?? 0
  }

  /** How many sessions there have been since it listens. */
  get allSessions(): number {
    return this.#server?.engine.cumulatedSessionCount ?? 0
  }

  /** Its certificate. */
  get certificate(): X509Certificate {
    return new X509Certificate(this.#server?.getCertificate() ?? Buffer.alloc(0))
  }

  /** Comes back with another certificate, as after an installation again, or as somebody in between would. */
  async changeCertificate(): Promise<void> {
    await this.stop()
    this.#folder = await makeFolder()
    await this.listen()
  }

  async listen(): Promise<void> {
    const server = new OPCUAServer({
      port: this.port,
      hostname: '127.0.0.1',
      nodeset_filename: [nodesets.standard, nodesets.di, nodesets.packML],
      serverCertificateManager: new OPCUACertificateManager({
        rootFolder: this.#folder,
        automaticallyAcceptUnknownCertificate: true,
        disableFileWatchers: true,
      }),
      allowAnonymous: true,
      serverCapabilities: {
        maxMonitoredItemsPerSubscription: BULK.monitored,
        operationLimits: {
          maxNodesPerRead: OPERATIONS.read,
          maxNodesPerBrowse: OPERATIONS.browse,
          maxMonitoredItemsPerCall: OPERATIONS.monitor,
        },
      },
      userManager: {
        isValidUser: (userName: string, password: string) =>
          userName === GOOD_USER.userName && password === GOOD_USER.password,
      },
    })
    await server.initialize()
    this.#server = server
    this.#build(server)
    await server.start()
  }

  /** Ends as a server does that is switched off. */
  async hangUp(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    await server?.shutdown(0)
  }

  async stop(): Promise<void> {
    await this.hangUp()
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** Sets the value of a node by its path, such as `Status.CurMachSpeed`; undefined makes its quality bad. */
  set(path: string, value: unknown, at = new Date()): void {
    const variable = this.#variables.get(path)
    if (variable === undefined) throw new Error(`There is no ${path}.`)
    const dataType = typesOf(path)
    const status = value === undefined ? StatusCodes.BadSensorFailure : StatusCodes.Good
    variable.setValueFromSource({ dataType, value: value ?? emptyOf(dataType) }, status, at)
  }

  #build(server: OPCUAServer): void {
    const space = server.engine.addressSpace
    const type = space?.findObjectType('PackMLBaseObjectType', space.getNamespaceIndex(PACKML_URI))
    if (!space || !type) throw new Error('The server has no PackML.')
    const { objects } = space.rootFolder
    const line = type.instantiate({ browseName: 'Line1', organizedBy: objects })
    for (const path of [...STATES, 'Status.CurMachSpeed']) {
      this.#variables.set(path, nodeAt(line as unknown as Node, path) as Variable)
    }
    const own = space.getOwnNamespace()
    const film = own.addObject({ browseName: 'Film', organizedBy: objects, nodeId: 's=Film' })
    const plain = { browseName: 'Tension', componentOf: film, dataType: 'Double', nodeId: 's=Film.Tension' }
    this.#variables.set('Film.Tension', own.addVariable(plain))
    const admin = nodeAt(line as unknown as Node, 'Admin')
    // As servers do that have objects in the place of the structures of OPC 30050.
    for (const name of ['ProdProcessedCount', 'ProdDefectiveCount']) {
      const count = own.addObject({ browseName: `${name}[0]`, componentOf: admin as never })
      const total = { browseName: 'AccCount', componentOf: count, dataType: 'Int32' }
      this.#variables.set(`Admin.${name}`, own.addVariable(total))
    }
    const bulk = own.addObject({ browseName: 'Bulk', organizedBy: objects, nodeId: 's=Bulk' })
    for (let place = 1; place <= BULK.nodes; place += 1) {
      const name = `Bulk.${place}`
      const one = { browseName: name, componentOf: bulk, dataType: 'Double', nodeId: `s=${name}` }
      this.#variables.set(name, own.addVariable(one))
    }
    this.#buildPress(space)
    this.#begin()
  }

  #buildPress(space: Space): void {
    const own = space.getOwnNamespace()
    const press = own.addObject({ browseName: 'Press', organizedBy: space.rootFolder.objects, nodeId: 's=Press' })
    const type = space.findDataType('PackMLCountDataType', space.getNamespaceIndex(PACKML_URI))
    if (!type) throw new Error('The server has no structures of PackML.')
    const value = space.constructExtensionObject(type, { ID: 3, Name: 'Bags', Count: 5, AccCount: 4_321 })
    const count = { browseName: 'Count', componentOf: press, dataType: type, nodeId: 's=Press.Count' }
    own.addVariable(count).setValueFromSource({ dataType: DataType.ExtensionObject, value })
    const temps = { browseName: 'Temps', componentOf: press, dataType: 'Double', valueRank: 1, nodeId: 's=Press.Temps' }
    const list = {
      dataType: DataType.Double,
      arrayType: VariantArrayType.Array,
      value: new Float64Array([80, 81.5, 83]),
    }
    own.addVariable(temps).setValueFromSource(list)
  }

  #begin(): void {
    this.set('BaseStateMachine.CurrentState', 'Cleared')
    this.set('BaseStateMachine.MachineState.CurrentState', 'Running')
    this.set('BaseStateMachine.MachineState.ExecuteState.CurrentState', 'Execute')
    this.set('Status.CurMachSpeed', 42)
    this.set('Admin.ProdProcessedCount', 1000)
    this.set('Admin.ProdDefectiveCount', 7)
    this.set('Film.Tension', 4.5)
    for (let place = 1; place <= BULK.nodes; place += 1) this.set(`Bulk.${place}`, place)
  }
}

const STATES = [
  'BaseStateMachine.CurrentState',
  'BaseStateMachine.MachineState.CurrentState',
  'BaseStateMachine.MachineState.ExecuteState.CurrentState',
]

function nodeAt(from: Node, path: string): Node {
  return path.split('.').reduce<Node>((node, name) => node?.getChildByName(name) ?? null, from)
}

function typesOf(path: string): DataType {
  if (STATES.includes(path)) return DataType.LocalizedText
  if (/^(Film|Bulk)\./.test(path)) return DataType.Double
  return path.startsWith('Admin.') ? DataType.Int32 : DataType.Float
}

function emptyOf(dataType: DataType): unknown {
  return dataType === DataType.LocalizedText ? { text: '' } : 0
}

async function makeFolder(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'packhouse-opcua-'))
}
