import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { subscriberStatuses, subscriberTestSchema } from './mqtt-subscribers.ts'

const area = 'Monitoring'
const PATH = '/v1/opcua/connections'
const params = z.object({ id: z.uuid() })

/** How messages to a server are protected (OPC 10000-4, 7.20). */
export const opcuaSecurityModes = ['none', 'sign', 'signAndEncrypt'] as const
/** With which algorithms, where they are protected (OPC 10000-7). */
export const opcuaSecurityPolicies = ['Basic256Sha256', 'Aes128_Sha256_RsaOaep', 'Aes256_Sha256_RsaPss'] as const

/** Whether it is known that a server is the one that is meant. */
const opcuaTrusts = ['pinned', 'notVerified'] as const

const thumbprint: [RegExp, string] = [
  /^[0-9A-Fa-f]{2}(:?[0-9A-Fa-f]{2}){31}$/,
  'must be the SHA-256 of a certificate: 32 bytes in hex, as shown by the connection test',
]
const address: [RegExp, string] = [
  /^opc\.tcp:\/\/(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(:[0-9]{1,5})?(\/[A-Za-z0-9._~/-]*)?$/,
  'must be an address such as opc.tcp://line1.example.com:4840, without a name or a password in it',
]

/** Connections out to OPC UA servers, each of which brings the records of one machine. */
export const opcuaConnections = defineResource({
  name: 'opcuaConnection',
  table: 'opcua_connection',
  area,
  noun: ['OPC UA connection', 'OPC UA connections'],
  fields: {
    name: field.text({ label: 'Name', required: true, max: 100, search: true, sort: true }),
    enabled: field.boolean({ label: 'Enabled', fallback: false, filter: true, sort: true }),
    machineId: field.reference('machine', {
      label: 'Machine',
      required: true,
      help: 'Machine whose values the server provides. For several machines, create one connection each',
      filter: true,
    }),
    endpointUrl: field.text({
      label: 'Endpoint',
      required: true,
      max: 500,
      pattern: address,
      called: 'anywhere',
      help: 'opc.tcp://, the name or address of the server, and its port',
      example: 'opc.tcp://line1.example.com:4840',
      search: true,
    }),
    samplingMs: field.integer({
      label: 'Sampling in ms',
      required: true,
      min: 100,
      max: 60_000,
      fallback: 1_000,
      help: 'What changes within one interval becomes one record',
    }),
    securityMode: field.choice(opcuaSecurityModes, {
      label: 'Security',
      required: true,
      fallback: 'none',
      help: 'For signed or encrypted messages, the server must first trust our certificate',
      filter: true,
    }),
    securityPolicy: field.choice(opcuaSecurityPolicies, {
      label: 'Security policy',
      required: true,
      fallback: 'Basic256Sha256',
      help: 'Where messages are signed or encrypted',
    }),
    serverCertificate: field.text({
      label: 'Pinned certificate',
      max: 95,
      pattern: thumbprint,
      help: 'SHA-256 of the only certificate accepted from the server when messages are signed or encrypted. Run the test to see it',
    }),
    userName: field.text({ label: 'User name', help: 'Empty: anonymous' }),
    password: field.text({ label: 'Password', max: 1024, secret: true }),
    status: field.choice(subscriberStatuses, {
      label: 'Status',
      required: true,
      readOnly: true,
      derived: true,
      filter: true,
    }),
    serverTrust: field.choice(opcuaTrusts, {
      label: 'Server certificate',
      required: true,
      readOnly: true,
      derived: true,
      filter: true,
      help: 'Not verified: someone in between could impersonate the server',
    }),
    lastMessageAt: field.time({ label: 'Last values', readOnly: true, derived: true }),
    messageCount: field.integer({
      label: 'Records',
      required: true,
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      readOnly: true,
      derived: true,
    }),
    errorCount: field.integer({
      label: 'Errors',
      required: true,
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      readOnly: true,
      derived: true,
      help: 'Unusable values and failed connections',
    }),
    lastError: field.text({ label: 'Last error', max: 1000, readOnly: true, derived: true }),
  },
  mounts: [{ path: PATH }],
  label: 'name',
  sublabel: 'endpointUrl',
  defaultSort: 'name',
  rules: {
    opcua_connection_password_needs_user_name: {
      code: 'rule',
      fields: ['userName', 'password'],
      message: 'is needed where there is a password',
    },
  },
})

const opcuaTestSchema = subscriberTestSchema.extend({
  serverCertificate: z
    .string()
    .nullable()
    .describe('SHA-256 of the certificate the server has shown, to be pinned; null where messages are not protected'),
})
export type OpcuaTest = z.infer<typeof opcuaTestSchema>

export const testOpcuaConnection = defineCall({
  area,
  method: 'POST',
  path: `${PATH}/{id}/test`,
  summary: 'Connect to the server of a connection once and explain what happened',
  description: 'It uses its own session, so that a running connection is not disturbed.',
  access: 'opcuaConnection.update',
  params,
  result: opcuaTestSchema,
  problems: ['not_found'],
})

/** A node of a server, as far as it matters for choosing what to read. */
export const opcuaNodeSchema = z.object({
  nodeId: z.string().describe('Of a part: the address by which a tag map names it, such as Temps[3]@ns=2;s=Press'),
  name: z.string(),
  kind: z.enum(['object', 'variable', 'part']).describe('A part is a field or an element of the value of the node'),
  dataType: z.string().nullable().describe('Of a variable, such as Float'),
  value: z
    .union([z.string(), z.number(), z.boolean(), z.null()])
    .describe('Of a variable, now; null where its quality is bad, or where the machine is not shared'),
  readable: z.boolean().describe('Whether a tag map can take its value; of lists and structures it takes parts'),
})
export type OpcuaNode = z.infer<typeof opcuaNodeSchema>

export const browseOpcuaConnection = defineCall({
  area,
  method: 'GET',
  path: `${PATH}/{id}/browse`,
  summary: 'The nodes below a node of the server of a connection',
  description:
    'At most 500: the parts of its own value where that is a list or a structure, then objects and variables in the order of the server. Without a node id those of the Objects folder.',
  access: 'opcuaConnection.update',
  params,
  query: z.strictObject({
    nodeId: z
      .string()
      .max(512)
      .regex(/^(ns=\d{1,5};)?[isgb]=.+$/, 'must be a node id such as ns=2;s=Line1.Speed')
      .optional(),
  }),
  result: z.object({
    nodes: z.array(opcuaNodeSchema),
    trouble: z.string().nullable().describe('Why there is nothing: what happened and what to do'),
  }),
  problems: ['not_found'],
})
