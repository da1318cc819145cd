import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { lazy, Suspense, useRef, useState } from 'react'
import type { ResourceRow } from '../../../resource/registry.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { Button } from '../../../ui/button.tsx'

const CustomerDataDialog = lazy(async () => ({
  default: (await import('./customer-data-dialog.tsx')).CustomerDataDialog,
}))

/** Opens what can be done with all data of a customer. Not there for who may not. */
export function CustomerDataButton({ row }: { row: ResourceRow }) {
  const { allowed } = usePermission(api.customerData)
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  if (!allowed) return null
  return (
    <>
      <Button ref={opener} size="dense" onClick={() => setOpen(true)}>
        {t('customerData.action')}
      </Button>
      {open && (
        <Suspense>
          <CustomerDataDialog
            customer={row}
            onClose={() => {
              setOpen(false)
              opener.current?.focus()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
