import { recordTopic } from '@packhouse/contract'
import { connect, type IClientOptions, type MqttClient } from 'mqtt'
import { until } from './until.ts'

export type Qos = 0 | 1 | 2

/** What a machine publishes; fields beyond the known ones are for tests of refusals. */
export type Payload = Record<string, unknown> | string | Buffer

/** A device that publishes over a real MQTT connection. It does not come back by itself when it is thrown out. */
export class Device {
  readonly client: MqttClient
  readonly errors: Error[] = []
  /** Kinds of the packets that the broker has sent, such as `puback`. */
  readonly received: string[] = []
  /** Whether the broker had a session of it. */
  sessionPresent = false

  private constructor(client: MqttClient) {
    this.client = client
    client.on('error', (error) => this.errors.push(error))
    client.on('packetreceive', (packet) => this.received.push(packet.cmd))
  }

  /** @throws Error with the `code` of the CONNACK where the broker refuses */
  static async connect(port: number, options: IClientOptions = {}): Promise<Device> {
    return await Device.connectTo(`mqtt://127.0.0.1:${port}`, options)
  }

  /** By another door. @throws Error as `connect` */
  static async connectTo(url: string, options: IClientOptions = {}): Promise<Device> {
    const client = connect(url, { reconnectPeriod: 0, ...options })
    const device = new Device(client)
    return await new Promise((resolve, reject) => {
      client.once('connect', ({ sessionPresent }) => {
        device.sessionPresent = sessionPresent
        resolve(device)
      })
      client.once('error', reject)
      client.once('close', () => reject(new Error('The broker has closed the connection.')))
    })
  }

  get connected(): boolean {
    return this.client.connected
  }

  /** Resolves when the broker has acknowledged; with QoS 0 when it is sent. */
  async publish(machineID: string, payload: Payload, qos: Qos = 1): Promise<void> {
    await this.publishOn(recordTopic(machineID), payload, qos)
  }

  async publishOn(topic: string, payload: Payload, qos: Qos = 1): Promise<void> {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload)
    await this.client.publishAsync(topic, bytes, { qos })
  }

  /** Publishes all of them at once and waits for every acknowledgement. */
  async publishAll(machineID: string, payloads: readonly Payload[], qos: Qos = 1): Promise<void> {
    await Promise.all(payloads.map((payload) => this.publish(machineID, payload, qos)))
  }

  /** Publishes what the broker ends the connection for. Resolves when it has. */
  async publishAndBeThrownOut(topic: string, payload: Payload = {}, qos: Qos = 1): Promise<void> {
    this.publishOn(topic, payload, qos).catch(() => undefined)
    await until('the end of the connection', () => !this.connected)
  }

  async close(): Promise<void> {
    await this.client.endAsync(true)
  }
}
