import { newClient, type UPayload } from 'sparkplug-client'
import { until } from './until.ts'

type Client = ReturnType<typeof newClient>
type Metric = NonNullable<UPayload['metrics']>[number]

export interface EdgeNodeOptions {
  url: string
  username?: string
  password?: string
  group?: string
  name?: string
  /** Its devices, with the metrics of their births. */
  devices: Record<string, Metric[]>
}

/** An edge node of Sparkplug B that knows nothing of the product: it is born when it is connected or asked to be. */
export class SparkplugEdge {
  readonly #client: Client
  readonly #devices: Record<string, Metric[]>
  births = 0
  /** What was written to its devices. */
  readonly written: { device: string; metrics: Metric[] }[] = []

  constructor({ url, username = '', password = '', group = 'plant', name = 'edge', devices }: EdgeNodeOptions) {
    this.#devices = devices
    this.#client = newClient({
      serverUrl: url,
      username,
      password,
      groupId: group,
      edgeNode: name,
      clientId: `edge-${name}-${Math.random()}`,
      publishDeath: true,
      version: 'spBv1.0',
    })
    this.#client.on('error', () => undefined)
    this.#client.on('birth', () => this.#born())
    this.#client.on('ncmd', (payload) => {
      if (payload.metrics?.some(({ name: one, value }) => one === 'Node Control/Rebirth' && value === true))
        this.#born()
    })
    this.#client.on('dcmd', (device, { metrics }) => this.written.push({ device, metrics: metrics ?? [] }))
  }

  /** Does what it is told: whatever is written to a device it reports. */
  obey(): void {
    this.#client.on('dcmd', (device, { metrics }) => this.data(device, metrics ?? []))
  }

  async born(): Promise<void> {
    await until('the birth of the edge node', () => this.births > 0)
  }

  data(device: string, metrics: Metric[], timestamp = Date.now()): void {
    this.#client.publishDeviceData(device, { timestamp, metrics })
  }

  deviceDied(device: string): void {
    this.#client.publishDeviceDeath(device, { timestamp: Date.now(), metrics: [] })
  }

  /** Lets one number of its sequence fall out. */
  loseOne(): void {
    const client = this.#client as unknown as { incrementSeqNum: () => number }
    client.incrementSeqNum()
  }

  stop(): void {
    this.#client.stop()
  }

  #born(): void {
    const timestamp = Date.now()
    const control: Metric = { name: 'Node Control/Rebirth', type: 'Boolean', value: false }
    this.#client.publishNodeBirth({ timestamp, metrics: [control] })
    for (const [device, metrics] of Object.entries(this.#devices)) {
      this.#client.publishDeviceBirth(device, { timestamp, metrics: structuredClone(metrics) })
    }
    this.births += 1
  }
}
