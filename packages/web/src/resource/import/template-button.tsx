import { Menu } from '@base-ui/react/menu'
import type { Resource, TableFormat } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { showToast } from '../../ui/toasts.tsx'
import { DownloadIcon } from '../../ui/tool-icons.tsx'
import { menuItemClasses, ToolMenu } from '../../ui/tool-menu.tsx'
import { fileName, saveFile } from '../download.ts'
import type { ParentMount } from '../registry.ts'
import { templateOf } from './import-template.ts'

/** Gives the reader a file to fill in, CSV or XLSX as chosen in its menu. */
export function TemplateButton({ resource, mount }: { resource: Resource; mount: ParentMount | undefined }) {
  const [busy, setBusy] = useState(false)
  const save = async (format: TableFormat) => {
    setBusy(true)
    try {
      saveFile(await templateOf(resource, mount, format), fileName(resource, format, '-template'))
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      showToast({ message: t('resource.theExportFailed', { why }), tone: 'failed' })
    }
    setBusy(false)
  }
  return (
    <ToolMenu label={t('resource.downloadATemplate')} icon={<DownloadIcon size={14} />} variant="standard" busy={busy}>
      <Menu.Item className={menuItemClasses} disabled={busy} onClick={() => void save('csv')}>
        {t('resource.csvFile')}
      </Menu.Item>
      <Menu.Item className={menuItemClasses} disabled={busy} onClick={() => void save('xlsx')}>
        {t('resource.xlsxWorkbook')}
      </Menu.Item>
    </ToolMenu>
  )
}
