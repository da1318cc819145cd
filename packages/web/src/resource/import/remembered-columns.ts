import type { ImportReport } from '@packhouse/contract'
import { readFromDevice, storeOnDevice } from '../../lib/device-store.ts'
import type { ColumnFields } from './import-adjustments.ts'

/** Beyond that a line of headings is not remembered. */
const LONGEST_PATH = 4_000

/** Which columns were chosen for a file with the same headings, on this device; undefined where none were. */
export async function rememberedColumns(list: string, report: ImportReport): Promise<ColumnFields | undefined> {
  const path = pathOf(list, report)
  // A browser without a store remembers nothing.
  const stored = await readFromDevice(path).catch(() => [])
  const value = stored.find((entry) => entry.path === path)?.value
  return Array.isArray(value) && value.length === report.columns.length ? value : undefined
}

export async function rememberColumns(list: string, report: ImportReport, columns: ColumnFields): Promise<void> {
  const path = pathOf(list, report)
  if (path.length > LONGEST_PATH) return
  await storeOnDevice(path, columns).catch(() => undefined)
}

function pathOf(list: string, { columns }: ImportReport): string {
  return `import-columns/${list}/${JSON.stringify(columns.map(({ heading }) => heading))}`
}
