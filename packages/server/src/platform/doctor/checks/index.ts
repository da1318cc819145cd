import type { Check } from '../check.ts'
import { backups } from './backups.ts'
import { certificate, publicCertificate } from './certificate.ts'
import { clock, databaseClock } from './clock.ts'
import { configuration } from './configuration.ts'
import { dataFolder } from './data-folder.ts'
import { database } from './database.ts'
import { descriptors } from './descriptors.ts'
import { disk } from './disk.ts'
import { files } from './files.ts'
import { leftover } from './leftover.ts'
import { mailServer } from './mail-server.ts'
import { migrations } from './migrations.ts'
import { ports } from './ports.ts'
import { matchingSecrets, secrets } from './secrets.ts'
import { versions } from './versions.ts'

/** Every check, in the order in which people read what they found. */
export const checks: readonly Check[] = [
  configuration,
  versions,
  dataFolder,
  secrets,
  disk,
  ports,
  descriptors,
  clock,
  certificate,
  publicCertificate,
  mailServer,
  leftover,
  database,
  databaseClock,
  migrations,
  matchingSecrets,
  files,
  backups,
]
