import { parseArgs } from 'node:util'
import { connectAsync } from 'mqtt'

/** Does what the examples of the guides need of mosquitto_pub, for machines that have none. */
const text = (short: string) => ({ type: 'string', short }) as const
const { values } = parseArgs({
  options: {
    host: text('h'),
    port: text('p'),
    user: text('u'),
    password: text('P'),
    qos: text('q'),
    topic: text('t'),
    message: text('m'),
  },
})
const { host, port, user = '', password = '', qos, topic = '', message = '' } = values
if (qos !== '1') throw new Error('The examples publish with QoS 1.')
const client = await connectAsync(`mqtt://${host}:${port}`, { username: user, password, reconnectPeriod: 0 })
await client.publishAsync(topic, message, { qos: 1 })
await client.endAsync()
