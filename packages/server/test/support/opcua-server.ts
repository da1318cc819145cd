import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OPCUACertificateManager } from 'node-opcua-certificate-manager'
import { DataType, StatusCodes } from 'node-opcua-client'
import { nodesets } from 'node-opcua-nodesets'
import { OPCUAServer } from 'node-opcua-server'

type Space = NonNullable<OPCUAServer['engine']['addressSpace']>
type Variable = ReturnType<ReturnType<Space['getOwnNamespace']>['addVariable']>
type Node = Space['rootFolder']['objects'] | Variable | ReturnType<Variable['getChildByName']>

const PACKML_URI = 'http://opcfoundation.org/UA/PackML/'
const GOOD_USER = { userName: 'packhouse', password: 'a secret of the line' }

/** A real OPC UA server on the loopback: a machine of the PackML companion, and its own film tension. */
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
    const server = new TestOpcuaServer(await freePort(), folder)
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
    const dataType = path === 'Film.Tension' ? DataType.Double : typesOf(path)
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
    this.#begin()
  }

  #begin(): void {
    this.set('BaseStateMachine.CurrentState', 'Cleared')
    this.set('BaseStateMachine.MachineState.CurrentState', 'Running')
    this.set('BaseStateMachine.MachineState.ExecuteState.CurrentState', 'Execute')
    this.set('Status.CurMachSpeed', 42)
    this.set('Admin.ProdProcessedCount', 1000)
    this.set('Admin.ProdDefectiveCount', 7)
    this.set('Film.Tension', 4.5)
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
  return path.startsWith('Admin.') ? DataType.Int32 : DataType.Float
}

function emptyOf(dataType: DataType): unknown {
  return dataType === DataType.LocalizedText ? { text: '' } : 0
}

async function makeFolder(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'packhouse-opcua-'))
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}
