import { join } from 'node:path'
import { z } from 'zod'
import { isLocation } from './object-store/object-store-settings.ts'
import { hasAllRoles, type Roles } from './roles.ts'

/** The variables of backups; `docs/operations.md` explains each. */
export const backupVariables = {
  BACKUP_URL: z.string().refine(isLocation, 'must be a folder, or s3://bucket or s3://bucket/prefix').optional(),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12, 'must have at least 12 characters')
    .max(1_000, 'must not be longer than 1000 characters')
    .optional(),
}

export interface BackupSettings {
  /** Where backups are stored: a folder, or `s3://bucket/prefix`. */
  location: string
  /** Whether they lie in the data folder, and so on the disk that they are to protect. */
  isBesideData: boolean
  /** Whether they lie in the data folder of one node of several, where no other finds them. */
  isOfOneNode: boolean
  /** Encrypts the secrets in backups; without it they are left out. */
  passphrase: string | undefined
}

type Given = z.infer<z.ZodObject<typeof backupVariables>>

export function backupSettingsOf(
  { BACKUP_URL, BACKUP_PASSPHRASE }: Given,
  dataDir: string,
  roles: Roles,
): BackupSettings {
  return {
    location: BACKUP_URL ?? join(dataDir, 'backups'),
    isBesideData: BACKUP_URL === undefined,
    isOfOneNode: BACKUP_URL === undefined && !hasAllRoles(roles),
    passphrase: BACKUP_PASSPHRASE,
  }
}
