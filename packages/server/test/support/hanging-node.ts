import { sampleDeviceName } from '@packhouse/contract'
import pg from 'pg'
import { SAMPLE_DEVICE_PASSWORD } from './databases.ts'
import { Device } from './device.ts'
import type { TestNode, TestNodes } from './nodes.ts'
import type { ProcessEnd } from './server-process.ts'
import { until } from './until.ts'

/** An ingest node that is asked to end and cannot: a record that it was sent waits for a row that somebody else holds. */
export class HangingNode {
  readonly #node: TestNode
  readonly #machine: string
  readonly #holder: pg.Client
  readonly #device: Device
  /** With a time of its own, by which it is known again when it is sent twice. */
  readonly #record = { lastSeen: new Date().toISOString(), totalCycles: 2 }
  /** Whether the record that cannot be stored was acknowledged all the same. */
  isAcknowledged = false
  /** How it has ended, and how long after it was asked to. */
  readonly end: Promise<ProcessEnd & { ms: number }>

  private constructor(nodes: TestNodes, node: TestNode, machine: string, holder: pg.Client, device: Device) {
    this.#node = node
    this.#machine = machine
    this.#holder = holder
    this.#device = device
    device.publish(machine, this.#record).then(
      () => {
        this.isAcknowledged = true
      },
      () => undefined,
    )
    this.end = waitFor(nodes, holder).then(() => nodes.stop(node))
    // Whoever awaits it gets the error; nobody may have begun to by then.
    this.end.catch(() => undefined)
  }

  /** @param machine a new one: of its two records one is acknowledged when this resolves, with `totalCycles` 1 */
  static async of(nodes: TestNodes, node: TestNode, machine: string): Promise<HangingNode> {
    const device = await connectTo(node)
    await device.publish(machine, { totalCycles: 1 })
    const holder = new pg.Client({ connectionString: nodes.databaseUrl })
    // A test that fails drops the database before it is let go of.
    holder.on('error', () => undefined)
    await holder.connect()
    await holder.query('BEGIN')
    await holder.query(
      'SELECT FROM latest JOIN machine ON key = machine_key WHERE machine_id = $1 FOR UPDATE OF latest',
      [machine],
    )
    return new HangingNode(nodes, node, machine, holder, device)
  }

  get output(): string {
    return this.#node.process.output
  }

  /** Lets go of the row; the device sends its record again, to another node. */
  async release(next: TestNode): Promise<void> {
    await this.#holder.end()
    await this.#device.close()
    const device = await connectTo(next)
    await device.publish(this.#machine, this.#record)
    await device.close()
  }
}

/** Resolves when somebody waits for what is held: the node has to have the record before it is asked to end. */
async function waitFor(nodes: TestNodes, holder: pg.Client): Promise<void> {
  const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const pid = rows[0]?.pid
  await until('the node to wait for the row', async () => {
    return (await nodes.sql('SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [pid])).length > 0
  })
}

/** The sample device at an ingest node. */
export async function connectTo(node: TestNode): Promise<Device> {
  const { mqttPort } = await node.process.ready()
  return await Device.connect(mqttPort, { username: sampleDeviceName, password: SAMPLE_DEVICE_PASSWORD })
}
