import type { TestOpcuaServer } from '../../support/opcua-server.ts'
import type { TestApp } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'

export const PATH = '/v1/opcua/connections'
/** The machine whose values the server reports. */
export const MACHINE = 'VFFS-2214'

interface Connection {
  id: string
  rowVersion: number
  status: string
  serverTrust: string
  messageCount: number
  errorCount: number
  lastError: string | null
}

type Machine = Record<string, unknown> & { machineData?: Record<string, unknown>; sourceIssues: string[] }

/** What tests do with connections to a server. */
export function opcuaConnectionsOf(app: TestApp, server: () => TestOpcuaServer) {
  async function machineId(): Promise<string> {
    const [row] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [MACHINE])
    return row?.id ?? ''
  }

  async function add(given: Record<string, unknown> = {}): Promise<Connection> {
    const staff = await app.as('staff')
    const draft = { name: 'Line 1', endpointUrl: server().url, machineId: await machineId(), samplingMs: 100, ...given }
    const { status, body, text } = await staff.post(PATH, draft)
    if (status !== 201) throw new Error(`The connection was not made: ${text}`)
    return body as Connection
  }

  async function look(id: string): Promise<Connection> {
    return (await (await app.as('staff')).get(`${PATH}/${id}`)).body as Connection
  }

  async function change(id: string, given: Record<string, unknown>): Promise<void> {
    const { rowVersion } = await look(id)
    const staff = await app.as('staff')
    const { status, text } = await staff.request(`${PATH}/${id}`, { method: 'PUT', body: { ...given, rowVersion } })
    if (status !== 200) throw new Error(text)
  }

  async function remove(id: string): Promise<void> {
    const { status, text } = await (await app.as('staff')).request(`${PATH}/${id}`, { method: 'DELETE' })
    if (status !== 204) throw new Error(`The connection was not deleted: ${text}`)
  }

  async function untilStatus(id: string, status: string): Promise<Connection> {
    return await until(`the status ${status}`, async () => {
      const row = await look(id)
      return row.status === status && row
    })
  }

  async function untilMachine(wanted: string, holds: (machine: Machine) => boolean): Promise<Machine> {
    const staff = await app.as('staff')
    let last: Machine | undefined
    try {
      return await until(wanted, async () => {
        last = (await staff.get(`/v1/ignition/machines/${MACHINE}`)).body as Machine
        return holds(last) && last
      })
    } catch (error) {
      throw new Error(`${(error as Error).message}; seen was ${JSON.stringify(last)}`)
    }
  }

  async function records(): Promise<number> {
    const [row] = await app.sql<{ count: number }>('SELECT count(*)::int AS count FROM record')
    return row?.count ?? 0
  }

  return { add, look, change, remove, machineId, untilStatus, untilMachine, records }
}
