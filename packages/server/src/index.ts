export { Sessions } from './access/area.ts'
export { type App, type AppOptions, startApp } from './app.ts'
export { listRows } from './engine/resource/list-rows.ts'
export { type Config, ConfigError, readConfig } from './platform/config.ts'
export { Database } from './platform/database.ts'
export { DatabaseFaults } from './platform/database-faults.ts'
export { DiskSpace } from './platform/disk-space.ts'
export { EmbeddedPostgres } from './platform/embedded-postgres.ts'
export { createLog } from './platform/log.ts'
export { migrate } from './platform/migrations.ts'
export { Refusals } from './platform/refusals.ts'
export { type RunningServer, startServer } from './server.ts'
export {
  BatchWriter,
  Broker,
  ClockWatch,
  createAside,
  IngestSession,
  Keeper,
  LiveStore,
  MachineNames,
  Reception,
  SparkplugDevices,
  TagMaps,
  type TelemetryRecord,
} from './telemetry/index.ts'
