import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

const fingerprint: [RegExp, string] = [
  /^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/,
  'must be the SHA-256 of a certificate as openssl x509 -noout -fingerprint -sha256 prints it: 32 bytes with colons between',
]
const certificate = z
  .string()
  .trim()
  .max(20_000)
  .regex(
    /^-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----$/,
    'must be one certificate in PEM, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----',
  )
  .meta({ examples: ['-----BEGIN CERTIFICATE-----\nMIIBkTCCATegAwIBAgIU\n-----END CERTIFICATE-----'] })

/** Client certificates with which devices sign in over MQTT instead of showing the text of their API key. */
export const deviceCertificates = defineResource({
  name: 'deviceCertificate',
  table: 'device_certificate',
  area: 'API keys',
  noun: ['device certificate', 'device certificates'],
  fields: {
    name: field.text({ label: 'Name', required: true, max: 100, search: true, sort: true }),
    apiKeyId: field.reference('apiKey', {
      label: 'API key',
      help: 'The device may do what this key may do and is refused when the key ends. Cannot be changed later',
      required: true,
      frozen: true,
      filter: true,
    }),
    fingerprint: field.text({
      label: 'SHA-256 fingerprint',
      required: true,
      max: 95,
      example: `3A${':3A'.repeat(31)}`,
      pattern: fingerprint,
      help: 'As openssl x509 -noout -fingerprint -sha256 prints it. Cannot be changed later',
      frozen: true,
      search: true,
    }),
    subject: field.text({ label: 'Subject', max: 1_000, readOnly: true }),
    endsAt: field.time({ label: 'Expires', readOnly: true, sort: true }),
    revoked: field.boolean({
      label: 'Revoked',
      help: 'A revoked certificate is refused, and open connections with it end within a second',
      fallback: false,
      filter: true,
    }),
  },
  mounts: [{ path: '/v1/auth/device-certificates' }],
  label: 'name',
  sublabel: 'fingerprint',
  defaultSort: 'name',
  rules: {
    device_certificate_taken: {
      code: 'duplicate',
      fields: ['fingerprint'],
      message: 'is registered already; a certificate belongs to one API key',
    },
  },
  traits: { stepUp: ['create', 'update'] },
})

export const registerDeviceCertificate = defineCall({
  area: 'API keys',
  method: 'POST',
  path: '/v1/auth/device-certificates/from-pem',
  summary: 'Register a client certificate of a device from its PEM',
  description:
    'Only its fingerprint, its subject and the time of its end are stored. The private key never leaves the device.',
  access: 'deviceCertificate.create',
  stepUp: true,
  body: z.strictObject({
    name: z.string().trim().min(1).max(100),
    apiKeyId: z.uuid().toLowerCase(),
    certificate,
    revoked: z.boolean().optional(),
  }),
  result: deviceCertificates.row,
  status: 201,
  problems: ['duplicate'],
})
