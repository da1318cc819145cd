import { type RecordPayload, recordTopic, sampleDeviceName } from '@packhouse/contract'
import mqtt, { type IClientOptions } from 'mqtt'
import type { ProductAddress } from './product.ts'

/** Publishes one message at QoS 1 and waits until the broker has acknowledged it: from then on it is stored. */
export async function publish(url: string, options: IClientOptions, topic: string, message: string): Promise<void> {
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0, ...options })
  try {
    await client.publishAsync(topic, message, { qos: 1 })
  } finally {
    await client.endAsync()
  }
}

/** Publishes records of machines, by machineID, as the sample device. Each says by default that it was read now. */
export async function publishRecords(product: ProductAddress, records: Record<string, RecordPayload>): Promise<void> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${product.mqttPort}`, {
    username: sampleDeviceName,
    password: product.devicePassword,
    reconnectPeriod: 0,
  })
  try {
    const sent = Object.entries(records).map(([machineID, record]) => {
      const payload = JSON.stringify({ lastSeen: new Date().toISOString(), ...record })
      return client.publishAsync(recordTopic(machineID), payload, { qos: 1 })
    })
    await Promise.all(sent)
  } finally {
    await client.endAsync()
  }
}

/** Publishes records of one machine in their order, each with its own time. */
export async function publishSeries(
  product: ProductAddress,
  machineID: string,
  series: readonly RecordPayload[],
): Promise<void> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${product.mqttPort}`, {
    username: sampleDeviceName,
    password: product.devicePassword,
    reconnectPeriod: 0,
  })
  try {
    await Promise.all(
      series.map((record) => client.publishAsync(recordTopic(machineID), JSON.stringify(record), { qos: 1 })),
    )
  } finally {
    await client.endAsync()
  }
}
