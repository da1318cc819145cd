import { t } from '@packhouse/messages'
import { formatRate } from '../../lib/format/numbers.ts'

/** How large a file is, in the unit that suits: `812 B`, `3.4 KiB`, `12 MiB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${formatRate(bytes)} B`
  return bytes < 1024 ** 2
    ? t('resource.kib', { size: formatRate(bytes / 1024) })
    : t('resource.mib', { size: formatRate(bytes / 1024 ** 2) })
}
