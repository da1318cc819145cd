import type { Fields } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { EditIcon } from '../../ui/tool-icons.tsx'
import { ResourceForm } from '../form/resource-form.tsx'
import { toFormValues } from '../form-values.ts'
import { useIsPhone } from '../frame.tsx'
import { RecordDetails } from '../record-details.tsx'
import { callsAt, type ResourceRow } from '../registry.ts'
import { usePermission } from '../use-permission.ts'
import { nameOf, type ResourceView } from '../view.ts'
import { capitalize } from '../words.ts'
import type { ResourceDrawerProps } from './resource-drawer.tsx'

export interface RowDetailsProps extends ResourceDrawerProps {
  row: ResourceRow
}

/** The form for who may change the row; for everybody else, and where rows never change, the values to read. */
export function RowDetails(props: RowDetailsProps) {
  const { resource, view, mount, row } = props
  const access = usePermission('update' in resource.calls ? callsAt(resource, mount).update : undefined)
  if (access.allowed) return <ChangeableDetails {...props} />
  return (
    <div className="overflow-auto px-6 py-4 max-md:px-4">
      <RecordDetails resource={resource} view={view} mount={mount} row={row} />
      <p className="mt-4 text-12 text-text-2">
        {access.permission === ''
          ? t('resource.areNeverChangedOnlyMadeAnd', { many: capitalize(resource.noun[1]) })
          : t('resource.toChangeItYouNeedThe', { permission: access.permission })}
      </p>
    </div>
  )
}

/** The form; on a phone the values to read first, with the way to the form. */
function ChangeableDetails({ resource, view, mount, openRow, opensForm, row }: RowDetailsProps) {
  const onPhone = useIsPhone()
  const canRead = onPhone && opensForm !== true
  const [isReading, setReading] = useState(canRead && !needsChange(view, row, resource.fields))
  // Turning the phone back must not take away what was typed while it was wide.
  if (isReading && !onPhone) setReading(false)
  const { room, moveFocus } = useFocusAfterChange(isReading)
  const read = () => {
    moveFocus()
    setReading(true)
  }
  const edit = () => {
    moveFocus()
    setReading(false)
  }
  const onSaved = (saved: ResourceRow) => {
    showToast({ message: t('resource.saved', { resource: nameOf(resource, view, saved) }) })
    if (canRead) read()
  }
  return (
    <div ref={room} className="contents">
      {isReading ? (
        // What scrolls holds the button, from which the arrow keys scroll it.
        <div className="flex min-h-0 flex-1 scroll-pb-20 flex-col overflow-auto">
          <div className="flex-1 px-4 py-4">
            <RecordDetails resource={resource} view={view} mount={mount} row={row} />
          </div>
          <div className="sticky bottom-0 border-t border-line bg-surface-2 px-4 py-3">
            <Button variant="primary" onClick={edit}>
              <EditIcon size={14} />
              {t('resource.edit')}
            </Button>
          </div>
        </div>
      ) : (
        <ResourceForm
          resource={resource}
          view={view}
          mount={mount}
          row={row}
          onSaved={onSaved}
          onCancel={canRead ? read : openRow.close}
          canCancel={canRead}
        />
      )}
    </div>
  )
}

/** Whether the form shows what is wrong with the row as it is. */
function needsChange({ notes, faults }: ResourceView, row: ResourceRow, fields: Fields): boolean {
  return Object.keys({ ...notes?.(row), ...faults?.(toFormValues(fields, row), row) }).length > 0
}

/** Moves the focus to the first field of the form, or back to the button that leads to it. */
function useFocusAfterChange(isReading: boolean) {
  const room = useRef<HTMLDivElement>(null)
  const isWanted = useRef(false)
  useEffect(() => {
    if (!isWanted.current) return
    isWanted.current = false
    room.current?.querySelector<HTMLElement>(isReading ? 'button' : 'input, select, textarea')?.focus()
  }, [isReading])
  const moveFocus = () => {
    isWanted.current = true
  }
  return { room, moveFocus }
}
