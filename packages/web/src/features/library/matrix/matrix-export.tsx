import { Menu } from '@base-ui/react/menu'
import { api, type TableFormat } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { authorizedFetch } from '../../../lib/api-client.ts'
import { readProblem } from '../../../lib/api-error.ts'
import { toRequest } from '../../../lib/api-request.ts'
import { saveFile } from '../../../resource/download.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { DownloadIcon } from '../../../ui/tool-icons.tsx'
import { menuItemClasses, ToolMenu } from '../../../ui/tool-menu.tsx'

/** Gives the reader the whole matrix as a file. */
export function MatrixExport({ material }: { material: string }) {
  const run = async (format: TableFormat) => {
    try {
      const query = { format, ...(material === '' ? {} : { material }) }
      const response = await authorizedFetch(toRequest(api.exportCompatibilityMatrix, { query }))
      if (!response.ok) throw await readProblem(response)
      saveFile(await response.blob(), `compatibility.${format}`)
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      showToast({ message: t('resource.theExportFailed', { why }), tone: 'failed' })
    }
  }
  return (
    <ToolMenu label={t('matrix.export')} icon={<DownloadIcon size={14} />}>
      <Menu.Item className={menuItemClasses} onClick={() => void run('csv')}>
        {t('matrix.asCsv')}
      </Menu.Item>
      <Menu.Item className={menuItemClasses} onClick={() => void run('xlsx')}>
        {t('matrix.asXlsx')}
      </Menu.Item>
    </ToolMenu>
  )
}
