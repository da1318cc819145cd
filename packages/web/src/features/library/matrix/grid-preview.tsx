import { Dialog } from '@base-ui/react/dialog'
import type { GridReport } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { backdropClasses, dialogClasses } from '../../../ui/confirm-dialog.tsx'
import { AnswerSign } from './answer-sign.tsx'

/** More changes than this are counted, not listed. */
const LISTED = 100

export interface GridPreviewProps {
  report: GridReport
  isBusy: boolean
  onImport: () => void
  onClose: () => void
}

/** What a file would change. With a fault in it nothing is stored. */
export function GridPreview({ report, isBusy, onImport, onClose }: GridPreviewProps) {
  const { created, updated, unchanged, empty, failed, changes, errors } = report
  const count = created + updated
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClasses} />
        <Dialog.Popup className={classNames(dialogClasses, 'w-[720px]')}>
          <Dialog.Title className="font-display text-20 font-semibold">{t('matrix.previewTitle')}</Dialog.Title>
          <Dialog.Description className="text-text-2">
            {t('matrix.previewCounts', { created, updated, unchanged, empty })}
          </Dialog.Description>
          {failed > 0 && (
            <Alert tone="bad" className="text-13">
              {t('matrix.previewFaults', { count: failed })}
              <ul className="mt-1.5 grid max-h-40 gap-1 overflow-auto">
                {errors.slice(0, LISTED).map(({ path, message }) => (
                  <li key={`${path} ${message}`}>{t('matrix.faultAt', { place: placeOf(path), message })}</li>
                ))}
              </ul>
            </Alert>
          )}
          {changes.length > 0 && <Changes changes={changes} />}
          {changes.length > LISTED && (
            <p className="text-12 text-text-2">{t('matrix.andMore', { count: count - LISTED })}</p>
          )}
          <div className="mt-2 flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>{t('general.cancel')}</Button>
            <Button variant="primary" busy={isBusy} disabled={failed > 0 || count === 0} onClick={onImport}>
              {t('matrix.importChanges', { count })}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Changes({ changes }: Pick<GridReport, 'changes'>) {
  return (
    <div className="rounded-control border border-line">
      <table aria-label={t('matrix.changes')} className="w-full text-13">
        <thead className="bg-surface-2 text-12 text-text-2">
          <tr>
            <th className="px-3 py-1.5 text-start font-[550]">{t('matrix.pair')}</th>
            <th className="px-3 py-1.5 text-start font-[550]">{t('matrix.before')}</th>
            <th className="px-3 py-1.5 text-start font-[550]">{t('matrix.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.slice(0, LISTED).map(({ row, column, model, code, before, after }) => (
            <tr key={`${row} ${column}`} className="border-t border-line">
              <td className="px-3 py-1.5">
                <b className="code font-semibold">{model}</b> <span className="code text-text-2">{code}</span>
              </td>
              <td className="px-3 py-1.5">
                <AnswerSign answer={before} />
              </td>
              <td className="px-3 py-1.5">
                <AnswerSign answer={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** `rows.7.C` is C7 to whoever has the file open. */
function placeOf(path: string): string {
  const [, row = '', column = ''] = path.split('.')
  return `${column}${row}`
}
