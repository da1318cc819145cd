import { Dialog } from '@base-ui/react/dialog'
import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import type { ListState } from '../../../resource/list-state.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { buttonClasses } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { backdropClasses, dialogClasses } from '../../../ui/confirm-dialog.tsx'
import { PriceUpdateForm } from './price-update-form.tsx'
import { updatedItems } from './updated-items.ts'

interface PriceUpdateProps {
  list: ListState
  selected: ReadonlySet<string>
  /** How many items the list has. */
  total: number
}

/** Changes the prices of the items of the list, or of the selected ones, after showing what would change. */
export function PriceUpdate({ list, selected, total }: PriceUpdateProps) {
  const { allowed } = usePermission(api.updatePrices)
  const [isOpen, setOpen] = useState(false)
  if (!allowed || list.deleted === 'only') return null
  const count = selected.size > 0 ? selected.size : total
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger className={buttonClasses('standard', 'dense')}>{t('estimator.changePrices')}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup className={classNames(dialogClasses, 'w-[640px]')}>
          <Dialog.Title className="font-display text-20 font-semibold">
            {t('estimator.changePricesOf', { count })}
          </Dialog.Title>
          <Dialog.Description className="text-text-2">{t('estimator.changePricesAbout')}</Dialog.Description>
          <PriceUpdateForm items={updatedItems(list, selected)} onClose={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
