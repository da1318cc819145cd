import { join } from 'node:path'
import { z } from 'zod'
import { portOrNone } from './environment-fields.ts'

const file = z.string().max(4_096, 'must be the path of a file').optional()

/** The variables of MQTT over TLS; `docs/operations.md` explains each. */
export const mqttTlsVariables = {
  MQTTS_PORT: portOrNone,
  MQTT_TLS_CERT: file,
  MQTT_TLS_KEY: file,
}

/** MQTT over TLS. */
export interface MqttTlsSettings {
  /** 0 takes a free one. */
  port: number
  /** PEM files of the certificate, with what stands between it and its CA, and of the key; undefined means the built-in certificate. */
  files: { cert: string; key: string } | undefined
}

/** @returns undefined without TLS */
export function mqttTlsSettingsOf(env: z.infer<z.ZodObject<typeof mqttTlsVariables>>): MqttTlsSettings | undefined {
  const { MQTTS_PORT: port, MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key } = env
  if (port === undefined) return undefined
  return { port, files: cert === undefined || key === undefined ? undefined : { cert, key } }
}

/** @returns what is wrong between the variables */
export function mqttTlsFault(env: z.infer<z.ZodObject<typeof mqttTlsVariables>>): string | undefined {
  const { MQTTS_PORT: port, MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key } = env
  if ((cert === undefined) !== (key === undefined)) {
    return 'MQTT_TLS_CERT and MQTT_TLS_KEY must be set together: a certificate and its key belong together.'
  }
  if (cert !== undefined && port === undefined) return 'MQTTS_PORT must be set where MQTT_TLS_CERT is.'
  return undefined
}

/** The built-in certificate and its key, in the data folder. */
export function ownCertificateFile(dataDir: string): string {
  return join(dataDir, 'mqtt-tls/certificate.pem')
}

/** The file of the certificate that the broker shows, for those who watch its end. */
export function certificateFile(settings: MqttTlsSettings, dataDir: string): string {
  return settings.files?.cert ?? ownCertificateFile(dataDir)
}
