import { Dialog } from '@base-ui/react/dialog'
import { t } from '@packhouse/messages'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { backdropClasses, dialogClasses } from '../../../ui/confirm-dialog.tsx'
import type { OpenConflict } from './answer-desk.ts'
import { AnswerSign } from './answer-sign.tsx'
import { type Conflict, keyOf } from './answer-steps.ts'
import type { MatrixData } from './matrix-data.ts'

/** More cells are counted, not listed. */
const LISTED = 20

export interface ConflictDialogProps {
  conflict: OpenConflict
  data: MatrixData
  onClose: () => void
}

/** Somebody else has changed cells in the meantime: both answers side by side, and which of them count. Nothing was changed yet. */
export function ConflictDialog({ conflict, data, onClose }: ConflictDialogProps) {
  const { cells } = conflict
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup className={classNames(dialogClasses, 'w-[640px]')}>
          <Dialog.Title className="font-display text-20 font-semibold">{t('matrix.somebodyElseAnswered')}</Dialog.Title>
          <Dialog.Description className="text-text-2">{t('matrix.nothingWasChangedYet')}</Dialog.Description>
          <table className="w-full text-13">
            <thead>
              <tr className="text-12 text-text-2">
                <th className="py-1.5 text-start font-[550]">{t('matrix.pair')}</th>
                <th className="py-1.5 text-start font-[550]">{t('resource.mine')}</th>
                <th className="py-1.5 text-start font-[550]">{t('resource.theirs')}</th>
              </tr>
            </thead>
            <tbody>
              {cells.slice(0, LISTED).map((cell) => (
                <ConflictRow key={keyOf(cell)} cell={cell} data={data} />
              ))}
            </tbody>
          </table>
          {cells.length > LISTED && (
            <p className="text-12 text-text-2">{t('matrix.andMore', { count: cells.length - LISTED })}</p>
          )}
          <div className="mt-2 flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>{t('matrix.keepTheirs')}</Button>
            <Button variant="primary" onClick={conflict.insist}>
              {t('matrix.setMine')}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function ConflictRow({ cell, data }: { cell: Conflict; data: MatrixData }) {
  const machine = data.machines.find(({ id }) => id === cell.machineId)
  const style = data.styles.find(({ id }) => id === cell.styleId)
  const theirs = cell.current.material ?? cell.current.cell
  return (
    <tr className="border-t border-line align-top">
      <td className="py-2 pe-3">
        <b className="code font-semibold">{machine?.model}</b> <span className="text-text-2">{style?.name}</span>
      </td>
      <td className="py-2 pe-3">
        <AnswerSign answer={cell.wanted ?? 'unknown'} />
      </td>
      <td className="py-2">
        <AnswerSign answer={theirs?.result ?? 'unknown'} />
        {theirs && (
          <span className="block text-12 text-text-3">
            <DateLabel value={theirs.updatedAt} />
          </span>
        )}
      </td>
    </tr>
  )
}
