import type { StoredBackup } from '@packhouse/contract'
import { totalsOf } from '../../platform/backup/manifest.ts'
import { listBackups, readManifest } from '../../platform/backup/stored-backups.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'

const MOST = 100

type Summary = Omit<StoredBackup, 'testedAt'>

/** The backups in their place. A manifest never changes, so each is read once. */
export class BackupList {
  readonly #open: () => ObjectStore
  #target: ObjectStore | undefined
  #known = new Map<string, Summary>()

  constructor(open: () => ObjectStore) {
    this.#open = open
  }

  /** The newest of them. */
  async read(): Promise<{ items: Summary[]; total: number }> {
    this.#target ??= this.#open()
    const ids = await listBackups(this.#target)
    const known = new Map<string, Summary>()
    for (const id of ids.slice(0, MOST)) known.set(id, this.#known.get(id) ?? (await summaryOf(this.#target, id)))
    this.#known = known
    return { items: [...known.values()], total: ids.length }
  }
}

async function summaryOf(target: ObjectStore, id: string): Promise<Summary> {
  const manifest = await readManifest(target, id)
  const { tables, rows } = totalsOf(manifest)
  return {
    name: id,
    at: manifest.at,
    storedBytes: manifest.storedBytes,
    ...{ tables, rows },
    files: manifest.files.count,
    missingFiles: manifest.files.missing,
    hasHistory: manifest.hasHistory,
    hasSecrets: manifest.secrets !== null,
  }
}
