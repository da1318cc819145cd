import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import { showToast } from '../ui/toasts.tsx'
import { DownloadIcon } from '../ui/tool-icons.tsx'
import { downloadExport } from './download.ts'
import type { ParentMount } from './registry.ts'

export interface ExportButtonProps {
  resource: Resource
  mount: ParentMount | undefined
  /** Which rows: what a list is asked for. */
  query: Record<string, string>
  label?: string
  variant?: ButtonVariant
  className?: string
}

/** Gives the reader rows as a file. */
export function ExportButton({
  resource,
  mount,
  query,
  label = t('resource.export'),
  variant,
  className,
}: ExportButtonProps) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await downloadExport(resource, mount, query)
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      showToast({ message: t('resource.theExportFailed', { why }), tone: 'failed' })
    }
    setBusy(false)
  }
  return (
    <Button
      size="dense"
      busy={busy}
      onClick={() => void run()}
      {...(variant ? { variant } : {})}
      {...(className ? { className } : {})}
    >
      <DownloadIcon size={14} />
      {label}
    </Button>
  )
}
