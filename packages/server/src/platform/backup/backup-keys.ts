import { randomBytes } from 'node:crypto'
import { clock } from '../clock.ts'

/** Folder of the contents of files, by their hash, which all backups of a target share. */
const FILES = 'files'
const ID = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/

/** The name of a backup: its time, so that names are in the order of their backups, and something that nobody else has. */
export function newBackupId(at = new Date(clock.now())): string {
  const time = at.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
  return `${time}-${randomBytes(3).toString('hex')}`
}

export function isBackupId(text: string): boolean {
  return ID.test(text)
}

/** When a backup was begun, by its name. Unix ms. */
export function timeOfId(id: string): number {
  return Date.parse(id.slice(0, 16).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

export const keyOf = {
  manifest: (id: string) => `${id}/manifest.json`,
  table: (id: string, table: string) => `${id}/tables/${table}.zst`,
  fileList: (id: string) => `${id}/files.zst`,
  secrets: (id: string) => `${id}/secrets.json`,
  file: (sha256: string) => `${FILES}/${sha256.slice(0, 2)}/${sha256}`,
  files: `${FILES}/`,
}
