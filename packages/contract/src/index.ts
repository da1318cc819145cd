export { rotationOverlaps } from './access/api-keys.ts'
export type { TokenPair, User } from './access/auth.ts'
export { loginResultSchema, tokenPairSchema, userSchema } from './access/auth.ts'
export type { Identity } from './access/identities.ts'
export { DEFAULT_SCOPES, type ProviderCheck, type SignOnOption, signOnOptions } from './access/identity-providers.ts'
export type { MySession, MySettings } from './access/my-settings.ts'
export type { NewPasskey, Passkey, PasskeyCreation, PasskeyProof, PasskeyRequest } from './access/passkeys.ts'
export { type PermissionHolder, permissionSchema, permissionSourceSchema } from './access/permissions.ts'
export { MAX_PHOTO_BYTES, PHOTO_SIZE } from './access/photo.ts'
export { accessResources } from './access/resources.ts'
export { RECOVERY_CODES } from './access/second-factor.ts'
export {
  CHALLENGE,
  EXPIRES_EARLY_SECONDS,
  type SignOnFault,
  signOnFaults,
  TOKEN_ENDPOINT,
  tokenAnswerSchema,
} from './access/single-sign-on.ts'
export * from './alarms/alarm.ts'
export {
  type AlarmComparison,
  type AlarmKind,
  type AlarmSeverity,
  alarmComparisons,
  alarmKinds,
  alarmRules,
  alarmSeverities,
  alarmTags,
} from './alarms/alarm-rules.ts'
export { type Api, api, type CallName } from './api.ts'
export { calls, permissionDescriptions, resources } from './calls.ts'
export { customerResources } from './customers/resources.ts'
export * from './engine/call.ts'
export { type Choice, MAX_OPTIONS, type OptionsQuery } from './engine/choice-calls.ts'
export * from './engine/field.ts'
export { type AttachedFile, attachedFileSchema, fileTypes, MAX_FILE_BYTES } from './engine/file-calls.ts'
export * from './engine/history.ts'
export * from './engine/import.ts'
export * from './engine/keys.ts'
export * from './engine/list-query.ts'
export * from './engine/page.ts'
export * from './engine/permission.ts'
export * from './engine/problem.ts'
export type { RelatedIds, Relation, RelationVerb } from './engine/relation-calls.ts'
export * from './engine/resource.ts'
export * from './engine/resource-calls.ts'
export type { SortOrder } from './engine/trait-calls.ts'
export { type Health, healthSchema } from './insight/health.ts'
export * from './monitoring/constants.ts'
export { type DeadLetter, MAX_REPLAYED } from './monitoring/dead-letters.ts'
export { type ExportFormat, exportFormats, RECORDS_HEADER } from './monitoring/export.ts'
export * from './monitoring/json-address.ts'
export * from './monitoring/machine.ts'
export * from './monitoring/machine-state.ts'
export { machines } from './monitoring/machines.ts'
export * from './monitoring/metrics.ts'
export { mqttSubscribers, type SubscriberStatus, type SubscriberTest } from './monitoring/mqtt-subscribers.ts'
export { type OpcuaNode, type OpcuaTest, opcuaConnections } from './monitoring/opcua-connections.ts'
export { MAX_PUBLISHED, publishRecords } from './monitoring/publish.ts'
export * from './monitoring/record.ts'
export * from './monitoring/tag-map.ts'
export { type MappedMessage, type RawMessage, RECENT_MESSAGES, type TagMapVersion } from './monitoring/tag-map-calls.ts'
export { MAX_TAG_MAP_ENTRIES, tagMapEntriesSchema, tagMaps } from './monitoring/tag-maps.ts'
export * from './monitoring/topic-filter.ts'
export * from './sample/fleet.ts'
export { type DowntimeKind, downtimeKinds, type StopKind, stopKinds } from './service/downtime-reasons.ts'
export { type MachineService, SERVICE_RECORDS_TOLD } from './service/machine-service.ts'
export type { MachineOee, OeeBuckets } from './service/oee.ts'
export { serviceResources } from './service/resources.ts'
export { type ServiceStatus, type ServiceTrigger, serviceStatuses, serviceTriggers } from './service/service-plans.ts'
export { MAX_STOP_CHANGES, type MachineStops, type Stop, type StopPart, type StopReason } from './service/stops.ts'
export type { LoginOption, PublicSettings } from './settings/public-settings.ts'
export { loginOptionSchema, loginOptions, publicSettingsSchema } from './settings/public-settings.ts'
