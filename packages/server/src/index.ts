export { Sessions } from './access/area.ts'
export { type App, type AppOptions, startApp } from './app.ts'
export {
  Broker,
  CommandRoutes,
  MachineNames,
  MessageIntake,
  SessionPulse,
  SparkplugDevices,
  TagMaps,
} from './connect/index.ts'
export { customerFields } from './customers/area.ts'
export { listRows } from './engine/resource/list-rows.ts'
export { RetentionJob, StoredReadingNames } from './history/index.ts'
export { BatchWriter, ClockWatch, createAside, type Ingest, IngestSession } from './ingest/index.ts'
export { LogReading, searchFiles } from './insight/area.ts'
export { answerJob } from './library/area.ts'
export { LiveStore } from './live/index.ts'
export { makeBackup } from './platform/backup/make-backup.ts'
export type { Manifest } from './platform/backup/manifest.ts'
export { drillBackup } from './platform/backup/restore.ts'
export { type Config, ConfigError, readConfig } from './platform/config.ts'
export { Database } from './platform/database.ts'
export { DatabaseFaults } from './platform/database-faults.ts'
export { DiskSpace } from './platform/disk-space.ts'
export { EmbeddedPostgres } from './platform/embedded-postgres.ts'
export { keysOf } from './platform/installation-keys.ts'
export { createLog, createLogOutput } from './platform/log.ts'
export { LogFiles } from './platform/logs/log-files.ts'
export { migrate } from './platform/migrations.ts'
export { FolderStore } from './platform/object-store/folder-store.ts'
export { Refusals } from './platform/refusals.ts'
export { type RunningServer, startServer } from './server.ts'
export type { TelemetryRecord } from './telemetry/index.ts'
