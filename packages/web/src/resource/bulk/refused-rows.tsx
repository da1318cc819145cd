import type { BulkReport, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { capitalize, counted } from '../words.ts'

/** So many are named; the others are counted. */
const NAMED = 20

export interface RefusedRowsProps {
  resource: Resource
  refused: BulkReport['refused']
  onClose: () => void
}

/** Says which rows were not changed, and why. */
export function RefusedRows({ resource, refused, onClose }: RefusedRowsProps) {
  return (
    <ConfirmDialog
      open={refused.length > 0}
      title={t('resource.notChanged', { counted: counted(refused.length, resource.noun) })}
      confirm={t('resource.ok')}
      cancel={null}
      tone="primary"
      onConfirm={onClose}
      onCancel={onClose}
    >
      <ul className="grid gap-3">
        {refused.slice(0, NAMED).map(({ id, label, detail }) => (
          <li key={id}>
            <b className="font-semibold text-text">{label ?? capitalize(resource.noun[0])}</b>
            <p>{detail}</p>
          </li>
        ))}
      </ul>
      {refused.length > NAMED && <p className="mt-3">{t('resource.andMore', { count: refused.length - NAMED })}</p>}
    </ConfirmDialog>
  )
}
