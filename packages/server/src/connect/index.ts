export { Broker, type BrokerParts } from './broker.ts'
export type { DeviceCertificates } from './certified-devices.ts'
export type { Device } from './device.ts'
export { type DeviceApiKeys, type DeviceGuesses, DeviceKeys, type DevicePasswords } from './device-keys.ts'
export { DeviceNetworks } from './device-networks.ts'
export { compileMap } from './mapping/compiled-map.ts'
export { MachineMemory } from './mapping/machine-memory.ts'
export { mapPayload, mapReadings, type Outcome } from './mapping/map-message.ts'
export type { RecentMessage } from './mapping/recent-messages.ts'
export { TagMaps } from './mapping/tag-maps.ts'
export { NotStored, PublishRefused } from './message.ts'
export { MessageIntake } from './message-intake.ts'
export { opcuaHandlers } from './opcua/connection.actions.ts'
export { type OpcuaSupervisor, opcuaComputedFields, superviseOpcua } from './opcua/opcua-kind.ts'
export { replayMessage, whyNotReplayed } from './replay-message.ts'
export { MachineNames } from './sparkplug/machine-names.ts'
export { SparkplugDevices } from './sparkplug/sparkplug-devices.ts'
export { subscriberHandlers } from './subscribers/subscriber.actions.ts'
export {
  type SubscriberSupervisor,
  subscriberComputedFields,
  superviseSubscribers,
} from './subscribers/subscriber-kind.ts'
export { CertificateSource, certificateFile, type ShownCertificate } from './tls/certificate-source.ts'
