import { sampleDeviceName } from '@packhouse/contract'
import { randomNumbers } from '../seed.ts'
import { HttpSender } from './http-sender.ts'
import { Ledger } from './ledger.ts'
import { MqttSender } from './mqtt-sender.ts'

/** Where the server is now. */
export interface Address {
  mqttPort: number
  /** Of several servers that take records in: each device has one of them. */
  mqttPorts?: number[]
  /** How many records a sender begins with at a time. A broker of others acknowledges by itself, so nothing else holds senders back. */
  pace?: number
  /** Where batches go over HTTP, if any do, and how many records each has. */
  http?: { port: number; key: string; batch?: number }
}

/** What the publisher receives: where the server is, or to publish no more and report when all is acknowledged. */
export type Order = Address | { drain: true }

const MQTT_SENDERS = 3
const PUMP_MS = 20

const [, , ledgerPath = '', password = '', seed = ''] = process.argv
const ledger = new Ledger(ledgerPath)
const random = randomNumbers(Number(seed))
const signIn = { username: sampleDeviceName, password }
const senders = [
  ...Array.from({ length: MQTT_SENDERS }, (_, number) => new MqttSender(number, random, signIn, ledger)),
  new HttpSender(random, ledger),
]
let draining = false

const pump = setInterval(() => {
  for (const sender of senders) sender.pump(draining)
  if (!draining || !senders.every((sender) => sender.idle)) return
  clearInterval(pump)
  for (const sender of senders) sender.end()
  ledger.close()
  process.send?.({ drained: true })
  process.disconnect()
}, PUMP_MS)

process.on('message', (order: Order) => {
  if ('drain' in order) draining = true
  else for (const sender of senders) sender.connect(order)
})
process.on('disconnect', () => process.exit(0))
