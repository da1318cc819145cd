import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

const area = 'Monitoring'

/** How a subscriber's messages are read: records as JSON, Sparkplug B, or one bare value on each topic. */
export const subscriberEncodings = ['json', 'sparkplugB', 'raw'] as const

/** What the broker does with messages that come while we are away: it drops them with our session, or stores them. */
export const subscriberSessions = ['clean', 'stored'] as const

export const subscriberStatuses = ['disabled', 'connecting', 'connected', 'waiting', 'failed'] as const
/** The sender that the dead letters of a subscriber name. */
export const subscriberDevice = (name: string) => `subscriber ${name}`

export type SubscriberStatus = (typeof subscriberStatuses)[number]

const certificate: [RegExp, string] = [
  /^-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=-]+-----END CERTIFICATE-----$/,
  'must be certificates in PEM, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----',
]
const key: [RegExp, string] = [
  /^-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[\sA-Za-z0-9+/=]+-----END [A-Z ]{0,20}PRIVATE KEY-----$/,
  'must be a private key in PEM, without a password',
]
const address: [RegExp, string] = [
  /^(mqtts?|wss?):\/\/(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(:[0-9]{1,5})?(\/[A-Za-z0-9._~/-]*)?$/,
  'must be an address such as mqtts://broker.example.com:8883, without a name or a password in it',
]
const filter: [RegExp, string] = [
  /^(?!\$share\/)(#|(\+|[^+#/]*)(\/(\+|[^+#/]*))*(\/#)?)$/,
  'must be a topic filter: + stands for one level, # for all levels below; the share group has its own field',
]

/** Connections out to brokers of customers, whose messages become records of machines. */
export const mqttSubscribers = defineResource({
  name: 'mqttSubscriber',
  table: 'mqtt_subscriber',
  area,
  noun: ['subscriber', 'subscribers'],
  fields: {
    name: field.text({ label: 'Name', required: true, max: 100, search: true, sort: true }),
    enabled: field.boolean({ label: 'Enabled', fallback: false, filter: true, sort: true }),
    brokerUrl: field.text({
      label: 'Broker',
      required: true,
      max: 500,
      pattern: address,
      called: 'anywhere',
      help: 'mqtt://, mqtts://, ws:// or wss://',
      example: 'mqtts://broker.example.com:8883',
      search: true,
    }),
    clientId: field.text({
      label: 'Client id',
      required: true,
      max: 100,
      pattern: [/^[A-Za-z0-9._:@/-]+$/, 'must be letters, digits and . _ : @ / -'],
      help: 'The name of our session at the broker, under which it may store messages while we are disconnected',
      example: 'packhouse',
    }),
    topicFilter: field.text({
      label: 'Topic filter',
      required: true,
      max: 500,
      pattern: filter,
      help: 'Such as packhouse/+/record, or spBv1.0/# for Sparkplug B',
      example: 'packhouse/+/record',
      search: true,
    }),
    shareGroup: field.text({
      label: 'Share group',
      max: 100,
      pattern: [/^[^/+#]+$/, 'must not contain /, + or #'],
      help: 'Several servers share the messages; empty, and with Sparkplug B: one server takes all of them',
    }),
    qos: field.integer({ label: 'QoS', required: true, min: 0, max: 2, fallback: 1 }),
    protocol: field.choice(['3.1.1', '5'], { label: 'MQTT', required: true, fallback: '3.1.1' }),
    encoding: field.choice(subscriberEncodings, { label: 'Encoding', required: true, fallback: 'json', filter: true }),
    session: field.choice(subscriberSessions, {
      label: 'Session',
      help: 'Stored: the broker stores messages with QoS 1 and 2 while we are disconnected. None: clean for Sparkplug B, stored for other encodings',
    }),
    customerId: field.reference('customer', {
      label: 'Customer',
      help: 'Customer whose machines records are accepted for. Empty: all customers, and new machines',
      filter: true,
    }),
    username: field.text({ label: 'User name' }),
    password: field.text({ label: 'Password', max: 1024, secret: true }),
    caCertificate: field.multiline({
      label: 'CA certificate',
      max: 50_000,
      pattern: certificate,
      help: 'The CA that signed the broker certificate, if it is not a public one',
    }),
    clientCertificate: field.multiline({ label: 'Client certificate', max: 50_000, pattern: certificate }),
    clientKey: field.multiline({ label: 'Client certificate key', max: 20_000, pattern: key, secret: true }),
    rejectUnauthorized: field.boolean({
      label: 'Verify the broker certificate',
      help: 'Without verification, anyone in between can read and change the data',
      fallback: true,
    }),
    status: field.choice(subscriberStatuses, {
      label: 'Status',
      required: true,
      readOnly: true,
      derived: true,
      filter: true,
    }),
    lastMessageAt: field.time({ label: 'Last message', readOnly: true, derived: true }),
    messageCount: field.integer({
      label: 'Messages',
      required: true,
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      readOnly: true,
      derived: true,
    }),
    retainedCount: field.integer({
      label: 'Retained messages',
      required: true,
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      readOnly: true,
      derived: true,
      help: 'Stored by the broker and without a time: their age is unknown, so they make no records',
    }),
    errorCount: field.integer({
      label: 'Errors',
      required: true,
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      readOnly: true,
      derived: true,
      help: 'Unusable messages and failed connections',
    }),
    lastError: field.text({ label: 'Last error', max: 1000, readOnly: true, derived: true }),
    connectionError: field.text({
      label: 'Connection problem',
      max: 1000,
      readOnly: true,
      derived: true,
      help: 'Why the subscriber is not connected now, and what to do',
    }),
    connectionErrorField: field.text({
      label: 'Cause of the connection problem',
      max: 100,
      readOnly: true,
      derived: true,
      help: 'The name of the field to change, where one is the cause',
      example: 'brokerUrl',
    }),
    deadLetterCount: field.integer({
      label: 'Dead letters',
      required: true,
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      readOnly: true,
      derived: true,
      help: 'Refused messages that have not become records',
    }),
  },
  mounts: [{ path: '/v1/mqtt/subscribers' }],
  label: 'name',
  sublabel: 'brokerUrl',
  defaultSort: 'name',
  rules: {
    mqtt_subscriber_client_id_taken: {
      code: 'duplicate',
      fields: ['clientId'],
      message: 'is used by another subscriber; two with the same value would disconnect each other',
    },
    mqtt_subscriber_password_needs_username: {
      code: 'rule',
      fields: ['username', 'password'],
      message: 'is needed where there is a password',
    },
    mqtt_subscriber_certificate_and_key: {
      code: 'rule',
      fields: ['clientCertificate', 'clientKey'],
      message: 'is needed: a certificate and its key belong together',
    },
  },
})

export const subscriberTestSchema = z.object({
  ok: z.boolean(),
  steps: z.array(z.object({ name: z.string(), ok: z.boolean(), words: z.string() })),
})
export type SubscriberTest = z.infer<typeof subscriberTestSchema>

export const testSubscriber = defineCall({
  area,
  method: 'POST',
  path: '/v1/mqtt/subscribers/{id}/test',
  summary: 'Connect to the broker of a subscriber once and explain what happened',
  description: 'It uses its own client ID, so that a running subscriber is not disturbed.',
  access: 'mqttSubscriber.update',
  params: z.object({ id: z.uuid() }),
  result: subscriberTestSchema,
  problems: ['not_found'],
})
