import { t } from '@packhouse/messages'

const size = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** How large a file is, in the unit that suits: `812 B`, `3.4 KiB`, `12 MiB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${size.format(bytes)} B`
  return bytes < 1024 ** 2
    ? t('resource.kib', { format: size.format(bytes / 1024) })
    : t('resource.mib', { format: size.format(bytes / 1024 ** 2) })
}
