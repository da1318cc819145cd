import { t } from '@packhouse/messages'
import { hasPermission } from '../../../lib/permission.ts'
import { useSession } from '../../../lib/session.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { configuratorAddress } from './configurator-address.ts'
import { addRows, useInstead as insteadStep, moveRow, newLine, removeRow } from './line-steps.ts'
import type { Extra, Item } from './project-sheet.ts'
import { useGoWhenSaved } from './use-go-when-saved.ts'
import { useOpenPart } from './use-open-part.ts'
import { useWorkspace } from './workspace-context.ts'

export interface RowAct {
  name: 'details' | 'configure' | 'up' | 'down' | 'instead' | 'alternative' | 'remove'
  label: string
  run: () => void
}

/** What can be done with a line or an extra. */
export function useRowActs(kind: 'items' | 'extras', row: Item | Extra): RowAct[] {
  const { store } = useWorkspace()
  const { open } = useOpenPart()
  const mayConfigure = hasPermission(useSession(), 'compatibility.read')
  const goTo = useGoWhenSaved()
  const main = 'alternativeToId' in row && row.alternativeToId === null ? row : undefined
  const isAlternative = 'alternativeToId' in row && row.alternativeToId !== null
  const move = (by: 1 | -1) => () => {
    const step = moveRow(store.sheet, kind, row.id, by)
    if (step !== undefined) store.make(step)
  }
  const remove = () => {
    store.make(removeRow(store.sheet, kind, row.id))
    const message = t('resource.deleted', { name: row.description })
    showToast({ message, action: { label: t('estimator.undo'), run: () => store.undo() } })
  }
  const details: RowAct = { name: 'details', label: t('estimator.openDetails'), run: () => open({ kind, id: row.id }) }
  const address = 'configuratorQuery' in row ? configuratorAddress(row) : undefined
  const configure: RowAct | undefined =
    address === undefined || !mayConfigure
      ? undefined
      : {
          name: 'configure',
          label: t('estimator.configure'),
          run: () => void goTo(address),
        }
  const up: RowAct = { name: 'up', label: t('estimator.moveUp'), run: move(-1) }
  const down: RowAct = { name: 'down', label: t('estimator.moveDown'), run: move(1) }
  const instead: RowAct = {
    name: 'instead',
    label: t('estimator.useInstead'),
    run: () => store.make(insteadStep(store.sheet, row.id)),
  }
  const alternative: RowAct = {
    name: 'alternative',
    label: t('estimator.addAlternative'),
    run: () => {
      if (main === undefined) return
      const { section, unit, quantity, unitPrice } = main
      const description = t('estimator.alternative')
      const values = { unit, quantity, unitPrice, description, alternativeToId: main.id }
      const step = addRows('items', [newLine('items', section, values)])
      store.make(step)
      store.goTo(step.changes[0]?.id)
    },
  }
  return [
    details,
    ...(configure === undefined ? [] : [configure]),
    up,
    down,
    ...(isAlternative ? [instead] : []),
    ...(main === undefined ? [] : [alternative]),
    { name: 'remove', label: t('estimator.removeRow'), run: remove },
  ]
}
