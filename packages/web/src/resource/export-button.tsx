import { Menu } from '@base-ui/react/menu'
import type { Resource, TableFormat } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import type { ButtonVariant } from '../ui/button.tsx'
import { showToast } from '../ui/toasts.tsx'
import { DownloadIcon } from '../ui/tool-icons.tsx'
import { menuItemClasses, ToolMenu } from '../ui/tool-menu.tsx'
import { downloadExport } from './download.ts'
import type { ListParameters } from './list-state.ts'
import type { ParentMount } from './registry.ts'

export interface ExportButtonProps {
  resource: Resource
  mount: ParentMount | undefined
  /** Which rows: what a list is asked for. */
  query: ListParameters
  label?: string
  variant?: ButtonVariant
  className?: string
}

/** Gives the reader rows as a file, CSV or XLSX as chosen in its menu. */
export function ExportButton({
  resource,
  mount,
  query,
  label = t('resource.export'),
  variant = 'standard',
  className,
}: ExportButtonProps) {
  const [busy, setBusy] = useState(false)
  const run = async (format: TableFormat) => {
    setBusy(true)
    try {
      await downloadExport(resource, mount, { ...query, format })
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      showToast({ message: t('resource.theExportFailed', { why }), tone: 'failed' })
    }
    setBusy(false)
  }
  return (
    <ToolMenu
      label={label}
      icon={<DownloadIcon size={14} />}
      variant={variant}
      busy={busy}
      {...(className ? { className } : {})}
    >
      <Menu.Item className={menuItemClasses} disabled={busy} onClick={() => void run('csv')}>
        {t('resource.csvFile')}
      </Menu.Item>
      <Menu.Item className={menuItemClasses} disabled={busy} onClick={() => void run('xlsx')}>
        {t('resource.xlsxWorkbook')}
      </Menu.Item>
    </ToolMenu>
  )
}
